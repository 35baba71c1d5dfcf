import { expect, test } from 'vitest'
import { readLabels } from './read-labels.ts'

test('labels are read from files of carriers and spreadsheets', () => {
  const read =
    'Label number,Link\r\nAB1,https://labels.example.com/AB1\r\n"AB2"\r\n\r\nAB3;;"https://labels.example.com/3"\n'
  expect(readLabels(read)).toEqual({
    labels: [
      { number: 'AB1', link: 'https://labels.example.com/AB1' },
      { number: 'AB2', link: '' },
      { number: 'AB3', link: 'https://labels.example.com/3' },
    ],
  })
})

test.each([
  ['', 'This file has no label numbers'],
  ['Tracking\n', 'This file has no label numbers'],
  ['Label\nAB1\n1.23457E+14\n', 'Line 3: a spreadsheet has cut the label number short (1.23457E+14)'],
  ['AB1,http://labels.example.com/1\n', 'Line 1: a link begins with https://'],
  [`AB1\n${'9'.repeat(61)}\n`, 'Line 2: a label number has at most 60 characters'],
])('the file %j is rejected with the reason', (text, problem) => {
  expect(readLabels(text)).toEqual({ problem: expect.stringContaining(problem) })
})
