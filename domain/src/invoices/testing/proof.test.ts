import { expect, test } from 'vitest'
import { judge } from '../judging/judge.ts'
import { ProofTally } from '../reading/proof.ts'
import { worldOf } from '../../testing/despatch-world.ts'
import { FaultTally, Finder, rulesOf, TERMS, unfed } from '../../testing/find-billed.ts'
import { makeInvoices, netOf } from './make-invoices.ts'

const CARRIERS = ['DPD', 'UPS', 'DHL']
const AGREED = {
  remoteArea: { code: 'RAS', category: 'remote area' },
  returned: { code: 'RTS', category: 'return to sender' },
} as const

test('every planted fault is found with its cause and amount, and nothing else', () => {
  const world = worldOf(20_260_302, 6000, 200)
  const rules = rulesOf(
    world,
    CARRIERS.map((carrier) => ({ carrier, ...AGREED })),
  )
  const finder = new Finder(world)
  const tally = new FaultTally()
  for (const [index, carrier] of CARRIERS.entries()) {
    const made = makeInvoices(world.carriages.get(carrier) ?? [], {
      seed: index + 1,
      account: carrier,
      currency: 'GBP',
      day: '2026-04-06',
      terms: TERMS,
      perInvoice: 400,
      faultPercent: 30,
      ordersThatStayed: world.stayed,
    })
    for (const { invoice, details, isSumOff } of made.invoices) {
      const proof = new ProofTally()
      for (const detail of details) proof.net += netOf(detail)
      for (const { what, amount, line } of invoice.stated) proof.state(what, amount, line)
      tally.addSum(isSumOff, proof.proof().verdict === 'does not add up')
    }
    for (const written of made.written) {
      const facts = finder.factsOf(written, carrier)
      // A parcel whose despatch is fed late is unknown until then.
      if (tally.counts.details % 20 === 0) expect(judge(written.detail, unfed(facts), rules).verdict).toBe('Not found')
      const result = judge(written.detail, facts, rules)
      tally.add(written, facts, result)
    }
  }
  process.stdout.write(tally.text('As structures'))
  expect(tally.wrong.slice(0, 10)).toEqual([])
  for (const [fault, { put }] of tally.put) expect([fault, put > 10]).toEqual([fault, true])
})
