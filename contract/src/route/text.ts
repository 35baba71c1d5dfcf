import { z } from 'zod'

/**
 * Messages for invalid values whose shape has none of its own. Authors of other programs read them, for example if a
 * text is sent in place of an object.
 */
z.config({ localeError: (issue) => wordsOf(issue) })

const NOUNS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  tuple: 'a list',
}

function wordsOf(issue: Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0]): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing' : `This must be ${NOUNS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `This must be ${choice.format(issue.values.map(String))}`
    case 'too_small':
      return `This must be ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`
    case 'too_big':
      return `This must be ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`
    case 'unrecognized_keys':
      return `There is no field ${choice.format(issue.keys)}`
    case 'invalid_union':
      return 'This is none of the shapes that are expected here'
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
      return 'This does not look as it should'
  }
}

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function sized(origin: string, least: string, figure: number | bigint): string {
  if (origin === 'string') return `${least} ${figure} characters long`
  return origin === 'array' ? `a list of ${least} ${figure}` : `${least} ${figure}`
}
