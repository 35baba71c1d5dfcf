import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { openLog } from '../process/log.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { outboxPost, type Post, smtpPost } from './post.ts'
import { type Mail, queueMail } from './queue-mail.ts'
import { retrySeconds } from './send-mails.ts'

const FROM = 'Despatch <no-reply@example.com>'
const MAIL = {
  to: 'pat@example.com',
  subject: 'Choose a “new” password',
  text: `Hello Zoë,\n\nhttps://despatch.example.com/sign-in?reset=${'Ab_-'.repeat(10)}abc\n\nIt isn’t long.\n`,
}
const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (let close = opened.pop(); close; close = opened.pop()) await close()
})

/** A portal that mails through `post`, with the lines of its log. */
async function openPortal(post?: Post): Promise<TestPortal & { logged: string[] }> {
  const logged: string[] = []
  const log = openLog({ write: (line) => void logged.push(line) })
  const portal = await openTestPortal({ log, ...(post && { post }) })
  opened.push(() => portal.close())
  return { ...portal, logged }
}

const queue = ({ database, app }: TestPortal, mail: Mail) =>
  database.transaction((transaction) => queueMail(transaction, mail, { now: new Date(), services: app.services }))

/** Waits until a condition holds; throws after a while. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

const isEmpty = async ({ testDatabase }: TestPortal) => (await testDatabase.asOwner('select from mails')).length === 0

/**
 * A real SMTP server that accepts mail from anyone with the password. `refuse` is the number of mails that it refuses
 * first.
 */
async function openSmtp(refuse = 0) {
  const received: { from: string; to: string[]; message: string; user: string }[] = []
  let refused = 0
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('Invalid password')),
    onRcptTo(_address, _session, done) {
      if (refused >= refuse) return done()
      refused += 1
      done(Object.assign(new Error('pat@example.com is greylisted'), { responseCode: 450 }))
    },
    onData(stream, session, done) {
      let message = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (message += chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message,
          user: session.user ?? '',
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, url: `smtp://portal:${encodeURIComponent('p@ss/word')}@127.0.0.1:${port}` }
}

/** Decodes a quoted-printable message. */
const decoded = (message: string) => {
  const body = message.split('\r\n\r\n').slice(1).join('\r\n\r\n').replaceAll('=\r\n', '')
  const bytes = body.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

describe('by SMTP', () => {
  test('mail is sent soon after the commit, and deleted from the database', async () => {
    const { received, url } = await openSmtp()
    const portal = await openPortal(smtpPost(url, FROM))
    await queue(portal, MAIL)
    await until(() => received.length === 1)
    expect(received[0]).toMatchObject({ from: 'no-reply@example.com', to: ['pat@example.com'], user: 'portal' })
    expect(decoded(received[0]?.message ?? '').trim()).toBe(MAIL.text.trim())
    expect(received[0]?.message).toContain(`From: ${FROM}`)
    await until(() => isEmpty(portal))
  })

  test('mail of a rolled-back transaction is never sent', async () => {
    const portal = await openPortal()
    await portal.database
      .transaction(async (transaction) => {
        await queueMail(transaction, MAIL, { now: new Date(), services: portal.app.services })
        throw new Error('thought better of it')
      })
      .catch(() => undefined)
    await queue(portal, { ...MAIL, to: 'later@example.com' })
    await portal.mailTo('later@example.com')
    expect(portal.mails.map(({ to }) => to)).toEqual(['later@example.com'])
  })

  test('refused mail is retried later; the log has neither address nor text', async () => {
    const { received, url } = await openSmtp(1)
    const portal = await openPortal(smtpPost(url, FROM))
    await queue(portal, MAIL)
    const [isLogged, rows] = [
      () => portal.logged.some((line) => line.includes('a mail was not taken')),
      () => portal.testDatabase.asOwner('select attempts, next_attempt_at > now() as is_later from mails'),
    ]
    await until(isLogged)
    expect(await rows()).toEqual([{ attempts: 1, is_later: true }])
    expect(portal.logged.join('')).not.toMatch(/pat@example|reset=|p@ss/)
    expect(portal.logged.find((line) => line.includes('not taken'))).toContain('"responseCode":450')
    // In the past: the server reads a clock with milliseconds, and otherwise looks again after five seconds.
    await portal.testDatabase.asOwner("update mails set next_attempt_at = now() - interval '1 second'")
    portal.app.services.mailQueued()
    await until(() => received.length === 1)
  })

  test('mail that no server accepts for a day is dropped and logged', async () => {
    const portal = await openPortal(smtpPost('smtp://127.0.0.1:1', FROM))
    await queue(portal, MAIL)
    await until(() => portal.logged.some((line) => line.includes('not taken')))
    await portal.testDatabase.asOwner(
      "update mails set next_attempt_at = now() - interval '1 second', created_at = now() - interval '25 hours'",
    )
    portal.app.services.mailQueued()
    await until(() => isEmpty(portal))
    await until(() => portal.logged.some((line) => line.includes('given up')))
    expect(portal.logged.join('')).not.toMatch(/pat@example|reset=/)
  })
})

test('mail sealed with another key is dropped, and the next one sent', async () => {
  const portal = await openPortal()
  await portal.testDatabase.asOwner(
    "insert into mails (recipient, subject, body, created_at, next_attempt_at) values ('x@example.com', '', 'abc', now(), now() - interval '1 minute')",
  )
  await queue(portal, MAIL)
  expect(await portal.mailTo(MAIL.to)).toEqual(MAIL)
  await until(() => isEmpty(portal))
  expect(portal.mails).toHaveLength(1)
  expect(portal.logged.some((line) => line.includes('another key'))).toBe(true)
})

test('two servers of one database send each mail once', async () => {
  const portal = await openPortal()
  const { startMailSender } = await import('./send-mails.ts')
  const second: Mail[] = []
  const other = startMailSender({
    database: portal.database,
    secrets: portal.app.services.secrets,
    post: { send: async (mail) => void second.push(mail), close() {} },
    log: { warn() {}, error() {} },
  })
  await portal.database.transaction(async (transaction) => {
    for (let number = 0; number < 40; number++)
      await queueMail(
        transaction,
        { ...MAIL, to: `user.${number}@example.com` },
        { now: new Date(), services: portal.app.services },
      )
  })
  other.wake()
  await until(() => isEmpty(portal))
  await other.stop()
  const sent = [...portal.mails, ...second].map(({ to }) => to)
  expect(new Set(sent).size).toBe(40)
  expect(sent).toHaveLength(40)
})

test('waits between tries grow up to an hour', () => {
  expect([1, 2, 3, 6, 7, 8, 1000].map(retrySeconds)).toEqual([60, 120, 240, 1920, 3600, 3600, 3600])
})

test('without a mail server mails are private files, with the link on one line', async () => {
  const data = await mkdtemp(join(tmpdir(), 'despatch-outbox-'))
  opened.push(() => rm(data, { recursive: true }))
  const folder = join(data, 'outbox')
  const portal = await openPortal(outboxPost(folder, FROM))
  await queue(portal, MAIL)
  await until(() => isEmpty(portal))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const names = await readdir(folder)
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{6}\.eml$/)])
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  const text = await readFile(join(folder, names[0] ?? ''), 'utf8')
  expect(text).toContain('To: pat@example.com\n')
  expect(text).toContain(`\n${/https:.*/.exec(MAIL.text)?.[0]}\n`)
  expect(text).toContain('Hello Zoë,')
})
