import { expect, test } from 'vitest'
import { readLabels } from './read-labels.ts'

test('labels are read from a file as a carrier or a spreadsheet writes it', () => {
  const read =
    '\uFEFFLabel number,Link\r\nAB1,https://labels.example.com/AB1\r\n"AB2"\r\n\r\nAB3;;"https://labels.example.com/3"\n'
  expect(readLabels(read)).toEqual([
    { number: 'AB1', link: 'https://labels.example.com/AB1' },
    { number: 'AB2', link: '' },
    { number: 'AB3', link: 'https://labels.example.com/3' },
  ])
  expect(readLabels('Tracking\n')).toEqual([])
})
