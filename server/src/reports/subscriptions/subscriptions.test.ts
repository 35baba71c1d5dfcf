import { subscriptions } from '@despatch/contract/reports/subscriptions'
import { exportsRoom } from '@despatch/contract/route/exports'
import { REPORT_NAMES } from '@despatch/domain/reports/report-names'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { sendSubscriptions } from './subscription-job.ts'

type Person = SignedIn & { client: string; userId: number; address: string }

let portal: TestPortal
let owner: Person
let colleague: Person
let stranger: Person
let operator: Person
beforeAll(async () => {
  portal = await openTestPortal()
  const person = async (name: string, options: Parameters<typeof makeSession>[1] = {}): Promise<Person> => {
    const address = `${name}@example.com`
    return { ...(await makeSession(portal.testDatabase, { username: address, ...options })), address }
  }
  owner = await person('owner')
  colleague = await person('colleague', { clients: [owner.client] })
  stranger = await person('stranger')
  operator = { ...(await person('operator', { type: 'Internal User' })), client: owner.client }
})
afterAll(() => portal.close())

const run = () => sendSubscriptions(portal.database, portal.app.services)
const asOwner = (statement: string, values: unknown[] = []) => portal.testDatabase.asOwner(statement, values)
const list = async (as: SignedIn = owner) => (await portal.call(subscriptions.list, {}, as)).body.subscriptions
const one = async (id: number, as: SignedIn = owner) => (await list(as)).find((each) => each.subscriptionId === id)
const form = (recipients: number[]) => ({
  report: 'returns-trend' as const,
  format: 'csv' as const,
  period: 'last-week' as const,
  weekday: 0,
  at: '07:30',
  recipients,
})
const add = async (recipients: number[], as: SignedIn = owner) =>
  (await portal.call(subscriptions.add, { body: form(recipients) }, as)).body.subscriptionId
const makeDue = (id: number) =>
  asOwner("update report_subscriptions set next_at = now() - interval '1 minute' where subscription_id = $1", [id])
/** Sends due reports, repeating until their files are made. */
async function sent(id: number, as: SignedIn = owner) {
  await expect.poll(async () => (await run(), (await one(id, as))?.last?.status), { interval: 200 }).not.toBe('Making')
  return one(id, as)
}
const mailsTo = ({ address }: Person, text: string) =>
  portal.mails.filter(({ to, ...mail }) => to === address && `${mail.subject}\n${mail.text}`.includes(text))

test('two servers send a report once, to permitted users, as a private link', async () => {
  const refused = await portal.call(subscriptions.add, { body: form([owner.userId, stranger.userId]) }, owner)
  expect(refused.status).toBe(400)
  const { body: choice } = await portal.call(subscriptions.recipients, { query: { report: 'returns-trend' } }, owner)
  expect(choice.users.map(({ name }) => name)).toEqual([colleague.address, owner.address])
  const id = await add([owner.userId, colleague.userId])
  expect(await one(id)).toMatchObject({ at: '07:30', weekday: 0, owner: owner.address, isForMe: true, last: null })
  expect(await list(stranger)).toEqual([])
  await run()
  expect((await one(id))?.last).toBeNull()

  await makeDue(id)
  await Promise.all([run(), run()])
  expect(await sent(id)).toMatchObject({ last: { status: 'Sent', reason: '', leftOut: [] } })
  await Promise.all([portal.mailTo(owner.address), portal.mailTo(colleague.address)])
  const mails = [...mailsTo(owner, 'is ready'), ...mailsTo(colleague, 'is ready')]
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain(`${portal.url}/#my-exports`)
  const { body: theirs } = await portal.call(exportsRoom.list, {}, colleague)
  expect(theirs.exports).toMatchObject([{ fileName: 'Returns Trend Report.csv', hasFile: true }])
  const query = { exportId: theirs.exports[0]?.exportId ?? '', part: 'file' as const }
  expect((await portal.call(exportsRoom.file, { query }, colleague)).status).toBe(200)
  expect((await portal.call(exportsRoom.file, { query }, owner)).status).toBe(404)
  expect(await run()).toBeUndefined()
  expect(await asOwner('select count(*)::int as count from report_sendings')).toEqual([{ count: 1 }])
})

test('a subscription request repeated with the same key is created once', async () => {
  const key = { 'idempotency-key': 'lost' }
  const ask = () => portal.call(subscriptions.add, { body: form([owner.userId]) }, owner, key)
  const first = await ask()
  const again = await ask()
  expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
  const made = first.body.subscriptionId
  await portal.testDatabase.asOwner('delete from report_subscriptions where subscription_id = $1', [made])
})

test('every report that can be mailed needs only a period', () => {
  const days = { startDate: '2026-01-05', endDate: '2026-01-11' }
  const names: readonly string[] = REPORT_NAMES
  const reports = portal.app.services.reports.filter(({ report }) => names.includes(report))
  expect(reports.filter(({ choice }) => !choice.safeParse(days).success).map(({ report }) => report)).toEqual([])
  expect(reports.map(({ report }) => report).toSorted()).toEqual(REPORT_NAMES.toSorted())
})

test('the link in an email stops it by a button only', async () => {
  const mail = mailsTo(colleague, 'is ready')[0]
  const path = /\/report-mails\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const [id] = (await list()).map(({ subscriptionId }) => subscriptionId)
  const shown = await portal.request('GET', path)
  expect([shown.status, shown.body['text']]).toEqual([200, expect.stringContaining('<button>Unsubscribe</button>')])
  expect((await one(id ?? 0, colleague))?.isForMe).toBe(true)
  for (const method of ['GET', 'POST']) {
    const changed = path.slice(0, -3) + (path.endsWith('AAA') ? 'BBB' : 'AAA')
    expect((await portal.request(method, changed)).status).toBe(404)
    expect((await portal.request(method, '/report-mails/x')).status).toBe(404)
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let time = 0; time < 2; time++) {
    const stopped = await portal.request('POST', path, { body: '', headers })
    expect([stopped.status, stopped.body['text']]).toEqual([200, expect.stringContaining('have unsubscribed')])
  }
  expect(await one(id ?? 0, colleague)).toMatchObject({ isForMe: false, nextAt: expect.any(String) })
  expect((await portal.call(subscriptions.stop, { body: { subscriptionId: id ?? 0 } }, stranger)).status).toBe(404)
  await portal.call(subscriptions.stop, { body: { subscriptionId: id ?? 0 } }, owner)
  expect(await one(id ?? 0)).toMatchObject({ nextAt: null, endedWhy: 'Everyone who got it has stopped it.' })
})

test('a subscription can be changed, except by others and for stopped recipients', async () => {
  const id = await add([owner.userId, colleague.userId])
  await portal.call(subscriptions.stop, { body: { subscriptionId: id } }, colleague)
  const change = (recipients: number[], as: SignedIn = owner) =>
    portal.call(
      subscriptions.change,
      { body: { ...form(recipients), subscriptionId: id, weekday: 2, at: '18:00', format: 'xlsx' } },
      as,
    )
  const { status, body } = await change([owner.userId, colleague.userId])
  expect([status, body]).toMatchObject([200, { weekday: 2, at: '18:00', format: 'xlsx', period: 'last-week' }])
  expect(body.recipients).toEqual([
    { userId: owner.userId, name: owner.address, hasStopped: false },
    { userId: colleague.userId, name: colleague.address, hasStopped: true },
  ])
  expect(new Date(body.nextAt ?? 0).getUTCDay()).toBe(3)
  // A recipient may not change it, strangers do not find it, and it needs a recipient.
  const others = await Promise.all([
    change([owner.userId], colleague),
    change([owner.userId], stranger),
    change([owner.userId, stranger.userId]),
    change([colleague.userId]),
  ])
  expect(others.map((answer) => answer.status)).toEqual([404, 404, 400, 400])
  expect((await one(id, colleague))?.recipients.map(({ userId }) => userId)).toEqual([null, null])
  expect((await change([owner.userId], operator)).body.recipients).toHaveLength(1)
  expect((await portal.call(subscriptions.end, { body: { subscriptionId: id } }, owner)).status).toBe(200)
  expect((await change([owner.userId])).status).toBe(404)
})

test('a recipient without permission is left out, and the owner notified', async () => {
  const id = await add([owner.userId, colleague.userId])
  await makeDue(id)
  await run()
  await asOwner('delete from user_clients where user_id = $1', [colleague.userId])
  expect(await sent(id)).toMatchObject({ last: { status: 'Sent', leftOut: [colleague.address] } })
  await expect.poll(() => mailsTo(owner, colleague.address).length).toBe(1)
  expect(mailsTo(colleague, 'is ready')).toHaveLength(1)
})

test('a failure is listed with its reason, reported to the owner, and repeated', async () => {
  const id = await add([owner.userId])
  await makeDue(id)
  await run()
  await asOwner(
    "update export_jobs set status = 'Failed', expires_at = null, error = 'x' where export_id in (select export_id from report_sent_files join report_sendings using (sending_id) where subscription_id = $1)",
    [id],
  )
  expect(await sent(id)).toMatchObject({ last: { status: 'Failed', reason: 'A file couldn’t be created.' } })
  await expect.poll(() => mailsTo(owner, 'could not be sent').length).toBe(1)
  const before = mailsTo(owner, 'is ready').length
  expect((await portal.call(subscriptions.sendAgain, { body: { subscriptionId: id } }, owner)).status).toBe(200)
  expect(await sent(id)).toMatchObject({ last: { status: 'Sent', reason: '' } })
  await expect.poll(() => mailsTo(owner, 'is ready').length).toBe(before + 1)
  expect((await portal.call(subscriptions.sendAgain, { body: { subscriptionId: id } }, owner)).status).toBe(404)

  // The mail server refuses for a day: written as the sender records it.
  await asOwner(
    'insert into mails_given_up select export_id, now() from report_sent_files join report_sendings using (sending_id) where subscription_id = $1 order by sending_id desc limit 1',
    [id],
  )
  await run()
  expect((await one(id))?.last).toMatchObject({
    status: 'Failed',
    reason: 'The mail server accepted no email for a day.',
  })
})

test('an email not accepted is Waiting with the reason, and retried on demand', async () => {
  const taken: string[] = []
  let refusal: object | undefined = { code: 'ESOCKET' }
  const smtp = await openTestPortal({
    post: {
      async send({ to }) {
        if (refusal) throw Object.assign(new Error('refused'), refusal)
        taken.push(to)
      },
      close() {},
    },
  })
  try {
    const reader = await makeSession(smtp.testDatabase, { username: 'reader@example.com' })
    const { body } = await smtp.call(subscriptions.add, { body: form([reader.userId]) }, reader)
    const last = async () => {
      await sendSubscriptions(smtp.database, smtp.app.services)
      return (await smtp.call(subscriptions.list, {}, reader)).body.subscriptions[0]?.last
    }
    const again = async () =>
      (await smtp.call(subscriptions.sendAgain, { body: { subscriptionId: body.subscriptionId } }, reader)).status
    await smtp.testDatabase.asOwner("update report_subscriptions set next_at = now() - interval '1 minute'")
    await expect.poll(last, { interval: 200 }).toMatchObject({
      status: 'Waiting',
      reason: 'The mail server cannot be reached.',
      nextTryAt: expect.any(String),
    })
    refusal = { code: 'EENVELOPE', responseCode: 450 }
    expect(await again()).toBe(200)
    await expect.poll(last).toMatchObject({
      status: 'Waiting',
      reason: 'The mail server did not take it (its answer was 450).',
    })
    refusal = undefined
    expect(await again()).toBe(200)
    await expect.poll(last).toMatchObject({ status: 'Sent', reason: '', nextTryAt: null })
    expect([taken, await again()]).toEqual([['reader@example.com'], 404])
  } finally {
    await smtp.close()
  }
})

test('an email sealed with an old key is Failed with the reason, and sent again', async () => {
  const id = await add([owner.userId])
  await makeDue(id)
  expect((await sent(id))?.last?.status).toBe('Sent')
  // Read by a server with another key.
  await asOwner(
    `insert into mails (recipient, subject, body, created_at, next_attempt_at, about)
     select $2, '', 'abc', now(), now() - interval '1 minute', export_id
     from report_sent_files join report_sendings using (sending_id) where subscription_id = $1`,
    [id, owner.address],
  )
  portal.app.services.mailQueued()
  const last = async () => (await run(), (await one(id))?.last)
  const reason = 'The portal’s key changed before the email was sent, so it couldn’t be sent.'
  await expect.poll(last).toMatchObject({ status: 'Failed', reason })
  await expect.poll(() => mailsTo(owner, reason).length).toBe(1)
  const before = mailsTo(owner, 'is ready').length
  expect((await portal.call(subscriptions.sendAgain, { body: { subscriptionId: id } }, owner)).status).toBe(200)
  expect(await sent(id)).toMatchObject({ last: { status: 'Sent', reason: '' } })
  await expect.poll(() => mailsTo(owner, 'is ready').length).toBe(before + 1)
})

const makeSecond = async (name: string, options: Parameters<typeof makeSession>[1]) => {
  const address = `${name}@example.com`
  return {
    ...(await makeSession(portal.testDatabase, { username: address, ...options })),
    client: owner.client,
    address,
  }
}

test('sending again reaches only recipients who did not receive it', async () => {
  const second = await makeSecond('second', { clients: [owner.client] })
  const id = await add([owner.userId, second.userId])
  const had = () => [mailsTo(owner, 'is ready').length, mailsTo(second, 'is ready').length]
  const [before = 0] = had()
  const again = async () => (await portal.call(subscriptions.sendAgain, { body: { subscriptionId: id } }, owner)).status
  const files = `(select export_id from report_sent_files join report_sendings using (sending_id)
    where subscription_id = $1 and user_id = $2 order by sending_id desc limit 1)`
  await makeDue(id)
  await run()
  await asOwner(`update export_jobs set status = 'Failed', expires_at = null where export_id = ${files}`, [
    id,
    second.userId,
  ])
  expect((await sent(id))?.last?.status).toBe('Failed')
  expect(await again()).toBe(200)
  expect((await sent(id))?.last?.status).toBe('Sent')
  await expect.poll(had).toEqual([before + 1, 1])

  await asOwner(`insert into mails_given_up select export_id, now() from ${files} as f`, [id, second.userId])
  await run()
  expect(await again()).toBe(200)
  expect((await sent(id))?.last?.status).toBe('Sent')
  await expect.poll(had).toEqual([before + 1, 2])
})

test('failed emails are reported once; stopped or served recipients are ignored', async () => {
  const third = await makeSecond('third', { clients: [owner.client] })
  const fourth = await makeSecond('fourth', { clients: [owner.client] })
  const everyone = [owner.userId, fourth.userId, third.userId]
  const sentTo = async () => {
    const id = await add(everyone)
    await makeDue(id)
    expect((await sent(id))?.last?.status).toBe('Sent')
    return id
  }
  const giveUp = async (id: number, users: number[]) => {
    await asOwner(
      `insert into mails_given_up select export_id, now() from report_sent_files join report_sendings using (sending_id)
       where subscription_id = $1 and user_id = any ($2) and again_of is null`,
      [id, users],
    )
    await run()
    expect(await asOwner('select from mails_given_up')).toEqual([])
    return (await one(id))?.last
  }
  const notifications = () => mailsTo(owner, 'The mail server accepted no email for a day.').length
  const before = notifications()
  const id = await sentTo()
  expect(await giveUp(id, everyone)).toMatchObject({
    status: 'Failed',
    reason: 'The mail server accepted no email for a day.',
  })
  await expect.poll(notifications).toBe(before + 1)

  // Sent again to all; then another email of the first sending is given up, which no longer matters.
  expect((await portal.call(subscriptions.sendAgain, { body: { subscriptionId: id } }, owner)).status).toBe(200)
  expect((await sent(id))?.last?.status).toBe('Sent')
  expect((await giveUp(id, [third.userId]))?.status).toBe('Sent')

  const stopped = await sentTo()
  expect((await portal.call(subscriptions.stop, { body: { subscriptionId: stopped } }, third)).status).toBe(200)
  expect((await giveUp(stopped, [third.userId]))?.status).toBe('Sent')
  // A further reason is added to the first.
  await asOwner(`update report_sendings set reason = 'A file couldn’t be created.' where subscription_id = $1`, [
    stopped,
  ])
  expect((await giveUp(stopped, [owner.userId]))?.reason).toBe(
    'A file couldn’t be created. The mail server accepted no email for a day.',
  )
  await expect.poll(notifications).toBe(before + 2)
})

test('client users see no staff names in emails or lists', async () => {
  const staff = await makeSecond('staff', { type: 'Internal User' })
  const id = await add([owner.userId, staff.userId], staff)
  await makeDue(id)
  expect((await sent(id))?.last?.status).toBe('Sent')
  await expect.poll(() => mailsTo(owner, 'The operator set this up for you').length).toBe(1)
  expect(mailsTo(owner, staff.address)).toEqual([])
  await expect.poll(() => mailsTo(staff, `${staff.address} set this up for you`).length).toBe(1)

  const theirs = await add([owner.userId])
  const body = { ...form([owner.userId, staff.userId]), subscriptionId: theirs }
  expect((await portal.call(subscriptions.change, { body }, staff)).status).toBe(200)
  await asOwner('update users set active = false where user_id = $1', [staff.userId])
  await makeDue(theirs)
  expect((await sent(theirs))?.last?.leftOut).toEqual(['The operator'])
  await expect.poll(() => mailsTo(owner, '(no access): The operator').length).toBe(1)
  await asOwner('delete from users where user_id = $1', [staff.userId])
  expect((await one(id))?.owner).toBe('The operator')
})

test('users and clients have at most fifty subscriptions, even when added at once', async () => {
  const many = await makeSecond('many', { clients: [owner.client] })
  const before = (await list()).filter(({ nextAt }) => nextAt !== null).length
  const fill = (ownerId: number, count: number) =>
    asOwner(
      `insert into report_subscriptions (owner_id, owner_name, owner_is_internal, client_codes, report, format, period,
         at_minute, created_at, next_at)
       select $1, 'x', false, array[$2], 'returns-trend', 'csv', 'last-week', 1, now(), now() + interval '1 day'
       from generate_series(1, $3)`,
      [ownerId, owner.client, count],
    )
  const post = (as: SignedIn) => portal.call(subscriptions.add, { body: form([owner.userId]) }, as)
  const messageOf = ({ body }: { body: object }) => ('message' in body ? body.message : '')
  await fill(many.userId, 49 - before)
  const answers = await Promise.all([post(owner), post(owner), post(owner)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(answers.map(messageOf)).toContain(
    `For ${owner.client} there are 50 email reports, the maximum. End one of them first.`,
  )
  await fill(owner.userId, 50)
  expect(messageOf(await post(owner))).toContain('You have set up 50 email reports')
  await asOwner("delete from report_subscriptions where owner_name = 'x'")
  expect((await post(owner)).status).toBe(200)
})

test('a subscription without owner or client ends, and hides staff names', async () => {
  const [left, closed] = [await add([owner.userId], operator), await add([owner.userId])]
  expect(await one(left)).toMatchObject({ owner: 'The operator', mayChange: false, isForMe: true })
  expect((await portal.call(subscriptions.end, { body: { subscriptionId: left } }, owner)).status).toBe(404)
  await asOwner('update users set active = false where user_id = $1', [operator.userId])
  await makeDue(left)
  await run()
  expect(await one(left)).toMatchObject({ nextAt: null, endedWhy: 'Its owner has left.', last: { status: 'Failed' } })
  await asOwner('update clients set active = false where client_code = $1', [owner.client])
  await makeDue(closed)
  await run()
  const why = `No longer an active client: ${owner.client}.`
  expect(await asOwner('select ended_why from report_subscriptions where subscription_id = $1', [closed])).toEqual([
    { ended_why: why },
  ])
  await expect.poll(() => mailsTo(owner, why).length).toBe(1)
})
