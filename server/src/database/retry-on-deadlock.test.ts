import { contract } from '@despatch/contract/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { openTestPortal } from '../testing/test-portal.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'

test('work is retried after a deadlock, and after nothing else', async () => {
  const failing = (code: string, times: number) => {
    let tries = 0
    return retryOnDeadlock(() =>
      ++tries <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(tries),
    )
  }
  expect(await failing('40P01', 2)).toBe(3)
  await expect(failing('40P01', 9)).rejects.toThrow('40P01')
  await expect(failing('23505', 1)).rejects.toThrow('23505')
})

test('a call with two deadlocks is done once; one that always deadlocks says so', async () => {
  const portal = await openTestPortal()
  onTestFinished(() => portal.close())
  const { asOwner } = portal.testDatabase
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client })
  const body = orderBody({ SKU })
  await asOwner('create sequence tries')
  await asOwner('grant usage on sequence tries to public')
  await asOwner(`create function give_up() returns trigger language plpgsql as $$
    begin
      -- A sequence counts on though its transaction is rolled back.
      if nextval('tries') <= 2 then
        raise exception 'given up' using errcode = 'deadlock_detected';
      end if;
      return null;
    end $$`)
  await asOwner('create trigger give_up after insert on orders for each statement execute function give_up()')

  const made = await portal.call(contract.orders.create, { body }, as, { 'idempotency-key': 'once' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(await asOwner('select order_number from orders')).toHaveLength(1)
  expect(await asOwner("select from audit where act = 'order.created'")).toHaveLength(1)
  const repeated = await portal.call(contract.orders.create, { body }, as, { 'idempotency-key': 'once' })
  expect(repeated.body).toEqual(made.body)

  await asOwner('alter sequence tries maxvalue 2 cycle restart')
  const refused = await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, as)
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(/^Someone else is changing/) } })
  expect(await asOwner('select order_number from orders')).toHaveLength(1)
})
