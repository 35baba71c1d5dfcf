/** The screens that change the rules behind a routing exception. */
export const CAUSE_FIXES = [
  'active-dates',
  'carrier-stops',
  'cut-offs',
  'capacity',
  'prices',
  'parcel-limits',
  'fixed-routing',
] as const
export type CauseFix = (typeof CAUSE_FIXES)[number]

export type ExceptionCause = {
  /** 'DPD Next Day (DPD UK): consignment weight over the limit'. */
  readonly text: string
  /** null if no rule is the cause, or rules of several kinds are. */
  readonly fix: CauseFix | null
}

type Form = {
  readonly form: RegExp
  /** Receives the first group. */
  readonly text: (group: string) => string
  readonly fix: CauseFix | null
}

/** The forms of unmet constraints from `verdictLabel` and `redactReason`. */
const FORMS: readonly Form[] = [
  {
    form: /^(Length|Volume|Number of parcels|Parcel weight|Consignment weight) .* is over the limit of /u,
    text: (measure) => `${measure} over the limit`,
    fix: 'parcel-limits',
  },
  { form: /parcels taken, .* not fit$|^No capacity is left on /u, text: () => 'No capacity left', fix: 'capacity' },
  { form: /^No price for /u, text: () => 'No price for it', fix: 'prices' },
  { form: /^No carrier service is set up for it/u, text: () => 'No carrier service is set up for it', fix: 'prices' },
  { form: /^(.+?) is not active(?: on |$)/u, text: (carrier) => `${carrier} is not active`, fix: 'active-dates' },
  { form: /^(.+?) is stopped on /u, text: (carrier) => `${carrier} is stopped`, fix: 'carrier-stops' },
  {
    form: /^Ready at .*, after the cut-off of |^The cut-off has passed$/u,
    text: () => 'The cut-off has passed',
    fix: 'cut-offs',
  },
  {
    form: /^Held to .*, not to this method$/u,
    text: () => 'Held to another carrier by fixed routing',
    fix: 'fixed-routing',
  },
  { form: /^Does not serve region |^Region .* is not served$/u, text: () => 'Region not served', fix: 'prices' },
  { form: /^Does not serve (.+?), only /u, text: (place) => `Does not serve ${place}`, fix: 'prices' },
  { form: /^The postcode is of no known region/u, text: () => 'Postcode of no known region', fix: null },
  { form: /^Does not carry ([A-Z ]+), only /u, text: (service) => `Does not carry ${service}`, fix: 'prices' },
]

const CLOSEST = /^Closest match: (.+?) – (.+)$/su

/**
 * Derives the cause that similar routing exceptions share: the reason as a viewer may see it (`redactReason`), without
 * its figures and days.
 */
export function exceptionCause(why: string): ExceptionCause {
  const [, closest, details] = CLOSEST.exec(why) ?? []
  const pieces = (details ?? why).split('; ').map((piece) => {
    for (const { form, text, fix } of FORMS) {
      const match = form.exec(piece)
      if (match) return { text: text(match[1] ?? ''), fix, isKnown: true }
    }
    return { text: details === undefined ? piece : piece.replaceAll(/\d[\d,.]*/g, '…'), fix: null, isKnown: false }
  })
  // A conflict of fixed routing names SKUs, which may contain any text.
  if (details === undefined && pieces.some(({ isKnown }) => !isKnown)) return { text: why, fix: fixOf(why) }
  const texts = [...new Set(pieces.map(({ text }) => text))]
  const fixes = new Set(pieces.map(({ fix }) => fix))
  const [fix = null] = fixes.size === 1 ? fixes : []
  return { text: closest === undefined ? texts.join('; ') : `${closest}: ${texts.map(uncapital).join('; ')}`, fix }
}

/** The name of the carrier that a cause says is not active; undefined for other causes and if the name is hidden. */
export function inactiveCarrierOf(cause: string): string | undefined {
  const name = /(?:^|: )([^:;]+) is not active$/u.exec(cause)?.[1]
  return name === 'The carrier' ? undefined : name
}

const fixOf = (why: string): CauseFix | null =>
  /^The boxes of .* travel with one method|^Fixed routing holds /su.test(why) ? 'fixed-routing' : null

/** For use within a sentence; names of carriers keep their case. */
const uncapital = (text: string) =>
  /\bis (?:not active|stopped)$/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
