import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './theme.ts'

type Token = `--${string}`

const TEXTS: readonly Token[] = [
  '--good',
  '--attention',
  '--bad',
  '--neutral',
  '--accent',
  '--mantine-color-anchor',
  '--mantine-color-error',
  '--mantine-color-dimmed',
  '--mantine-color-placeholder',
]
const SURFACES: readonly Token[] = ['--ground', '--surface', '--surface-sunken', '--surface-hover', '--accent-soft']
const SOFT: readonly Token[] = ['--good', '--attention', '--bad', '--accent']

const variables = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))

/** The relative luminance of a colour by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test.each(['light', 'dark'] as const)(
  '%s theme: each meaning is readable on every surface and on its own background',
  (scheme) => {
    const of = (name: Token) => variables[scheme][name] ?? ''
    const pairs: (readonly [Token, Token])[] = [
      ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
      ...SOFT.map((text) => [text, `${text}-soft`] as const),
    ]
    const unreadable = pairs.flatMap(([text, surface]) => {
      const reached = contrast(of(text), of(surface))
      return reached >= 4.5 ? [] : [`${text} on ${surface}: ${reached.toFixed(2)}`]
    })
    expect(unreadable).toEqual([])
  },
)

test.each(['light', 'dark'] as const)('%s theme: the edge of a control stands out from every surface', (scheme) => {
  const of = (name: Token) => variables[scheme][name] ?? ''
  const faint = (['--ground', '--surface'] as const).filter(
    (surface) => contrast(of('--control-edge'), of(surface)) < 3,
  )
  expect(faint).toEqual([])
})

test.each(['light', 'dark'] as const)('%s theme: each series of a chart stands out from its ground', (scheme) => {
  const of = (name: Token) => variables[scheme][name] ?? ''
  const series = ['--data-1', '--data-2', '--data-3', '--data-4', '--data-5', '--data-6', '--data-other'] as const
  expect(series.filter((one) => contrast(of(one), of('--surface')) < 3)).toEqual([])
})
