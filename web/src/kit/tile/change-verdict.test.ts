import { expect, test } from 'vitest'
import { verdictOf } from './change-verdict.ts'

test.each([
  ['+12%', 'up', { mark: '▲', verdict: 'better' }],
  ['+12%', 'down', { mark: '▲', verdict: 'worse' }],
  ['−1.2 points', 'up', { mark: '▼', verdict: 'worse' }],
  ['−1.2 points', 'down', { mark: '▼', verdict: 'better' }],
  ['+3', 'none', { mark: '▲' }],
  ['No change', 'up', { mark: '' }],
  ['', 'up', { mark: '' }],
] as const)('%s where good is %s', (change, goodWhen, verdict) => expect(verdictOf(change, goodWhen)).toEqual(verdict))
