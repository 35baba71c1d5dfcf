import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { users } from '@despatch/contract/administration/users/users'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { defaultPermissions } from '@despatch/domain/administration/roles/role-types'
import { writeXlsx } from 'hucre/xlsx'
import { EMAIL_RULE } from '@despatch/domain/text/email'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeUser } from '../../testing/factories.ts'
import { measureLongestTurn } from '../../testing/longest-turn.ts'
import { withProcessorTime } from '../../testing/processor-time.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

type Answer = RouteAnswer<typeof users.import>
type Mode = 'check' | 'all-or-nothing' | 'good-rows'

let portal: TestPortal
let acme: string
let beta: string
let internal: SignedIn
let administrator: SignedIn & { userId: number }
beforeAll(async () => {
  portal = await openTestPortal()
  acme = await makeClient(portal.testDatabase, { code: 'ACME' })
  beta = await makeClient(portal.testDatabase, { code: 'BETA' })
  internal = {
    ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
    client: 'All_client',
  }
  administrator = await makeSession(portal.testDatabase, {
    type: 'Client Administrator',
    clients: [acme],
    holds: (leaf) => leaf.startsWith('setUp') || leaf.startsWith('orderM'),
  })
  await makeNamedRole({ code: 'CLERK', name: 'Order clerk', type: 'Client User', leaf: 'orderManagement' })
  await makeNamedRole({
    code: 'CLERK',
    name: 'Clerk of Beta',
    type: 'Client User',
    leaf: 'orderManagement',
    client: beta,
  })
  await makeNamedRole({ code: 'STAFF', name: 'Staff', type: 'Internal User', leaf: '' })
  await makeNamedRole({ code: 'ALLFEEDS', name: 'Feeds', type: 'Client User', leaf: 'feeds' })
  await makeNamedRole({ code: 'OLD', name: 'Old', type: 'Client User', leaf: 'orderManagement', active: false })
})
afterAll(() => portal.close())

async function makeNamedRole(given: {
  code: string
  name: string
  type: Parameters<typeof defaultPermissions>[0]
  leaf: string
  client?: string
  active?: boolean
}): Promise<void> {
  const tree = JSON.parse(JSON.stringify(defaultPermissions('Internal Administrator'))) as Record<string, unknown>
  const held = given.leaf === '' ? {} : { [given.leaf]: tree[given.leaf] }
  await portal.testDatabase.asOwner(
    `insert into roles (code, name, role_type, is_internal, permissions, client_code, active) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      given.code,
      given.name,
      given.type,
      given.type.startsWith('Internal'),
      JSON.stringify(held),
      given.client ?? 'All_client',
      given.active ?? true,
    ],
  )
}

async function send(
  mode: Mode | string,
  file: string | Buffer,
  as: SignedIn = internal,
  given: { run?: string; name?: string; form?: (form: FormData) => void } = {},
) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), given.name ?? 'users.csv')
  given.form?.(form)
  const query = new URLSearchParams({ mode, ...(given.run && { run: given.run }) })
  const answer = await fetch(`${portal.url}/api/users/import?${query.toString()}`, {
    method: 'POST',
    headers: { access_token: as.token, ...(as.client && { client: as.client }) },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

const HEADER = 'username,first_name,last_name,role,client,email,active'
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')
const unique = (name: string) => `${name}.${randomUUID().slice(0, 8)}`
const reasonsOf = ({ body }: { body: Answer }) =>
  body.rows.map(({ reasons }) => reasons.map(({ column, reason }) => `${column}: ${reason}`))
const countUsers = async (like: string) =>
  Number(
    (await portal.testDatabase.asOwner('select count(*)::int as n from users where username like $1', [like]))[0]?.[
      'n'
    ],
  )
const auditOf = (act: string) =>
  portal.testDatabase.asOwner(
    'select client_code, object, record, after, by_name from audit where act = $1 order by audit_id desc',
    [act],
  )

describe('a check', () => {
  test('judges every row and writes only its audit row', async () => {
    const name = unique('ann')
    const answer = await send(
      'check',
      file(`${name},Ann,Able,CLERK,ACME,ann@example.com,`, `${name}2,,Able,NONE,ACME,not an address,perhaps`),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: 200,
      message: '1 row can be added, 1 row can’t.',
      read: 2,
      created: 0,
      refused: 1,
      rows: [
        {
          line: 2,
          username: name,
          verdict: 'good',
          cells: [name, 'Ann', 'Able', 'CLERK', 'ACME', 'ann@example.com', '', '', '', ''],
          reasons: [],
        },
        {
          line: 3,
          username: `${name}2`,
          verdict: 'refused',
          cells: [`${name}2`, '', 'Able', 'NONE', 'ACME', 'not an address', '', '', '', 'perhaps'],
          reasons: [
            { column: 'first_name', reason: 'Enter a first name', value: '' },
            { column: 'email', reason: EMAIL_RULE, value: 'not an address' },
            { column: 'role', reason: 'Role NONE not found for these clients', value: 'NONE' },
            { column: 'active', reason: 'Enter yes or no for active', value: 'perhaps' },
          ],
        },
      ],
    })
    expect(await countUsers(`${name}%`)).toBe(0)
    expect((await auditOf('user.imported'))[0]).toMatchObject({
      client_code: '',
      object: 'users of users.csv',
      after: { mode: 'check', read: 2, created: 0, refused: 1 },
    })
  })
  test('names other lines with the same username, and usernames taken in any case', async () => {
    const taken = await makeUser(portal.testDatabase, { clients: [beta] })
    const name = unique('Twice')
    const answer = await send(
      'check',
      file(
        `${name},A,B,CLERK,ACME,,`,
        `${name.toUpperCase()},A,B,CLERK,ACME,,`,
        `${taken.username.toUpperCase()},A,B,CLERK,ACME,,`,
      ),
    )
    expect(reasonsOf(answer)).toEqual([
      ['username: The same username stands on line 3'],
      ['username: The same username stands on line 2'],
      [`username: The username ${taken.username.toUpperCase()} is taken: choose another`],
    ])
  })
  test('prefers the client’s own role, and gives internal roles without clients only', async () => {
    const rows = [
      'CLERK,BETA',
      'CLERK: Order clerk,BETA',
      'clerk : order CLERK,ACME',
      'CLERK,',
      'STAFF,',
      'STAFF,ACME',
      'OLD,ACME',
      'CLERK: Clerk of Beta,ACME',
      'CLERK,ACME;NOBODY',
    ]
    const answer = await send('check', file(...rows.map((row) => `${unique('u')},A,B,${row},,`)))
    expect(reasonsOf(answer)).toEqual([
      [],
      [],
      [],
      ['client: A user with a client’s role belongs to at least one client'],
      [],
      ['client: An internal role is for users without a client'],
      ['role: The role OLD is not active. Choose another'],
      ['role: Role CLERK: Clerk of Beta not found for these clients'],
      ['client: Client NOBODY not found, or you can’t add users to it'],
    ])
  })
  test('refuses roles beyond a client administrator’s own without revealing them', async () => {
    const rows = ['CLERK,ACME', 'CLERK,BETA', 'CLERK,NOBODY', 'STAFF,', 'NONE,', 'ALLFEEDS,ACME']
    const answer = await send('check', file(...rows.map((row) => `${unique('u')},A,B,${row},,`)), administrator)
    expect(reasonsOf(answer)).toEqual([
      [],
      ['client: Client BETA not found, or you can’t add users to it'],
      ['client: Client NOBODY not found, or you can’t add users to it'],
      ['role: Role STAFF not found for these clients'],
      ['role: Role NONE not found for these clients'],
      [expect.stringMatching(/^role: You can’t give this role. This is more than your own access: Orders Feed/)],
    ])
  })
  test('refuses clients whose contract does not cover adding, whichever client is selected', async () => {
    const closed = await makeClient(portal.testDatabase)
    await portal.testDatabase.asOwner('update clients set menu_options = $2 where client_code = $1', [
      closed,
      ['orderManagement.createNewOrder'],
    ])
    const ofBoth = await makeSession(portal.testDatabase, { type: 'Client Administrator', clients: [acme, closed] })
    const answer = await send('check', file(`${unique('u')},A,B,CLERK,${closed},,`), ofBoth)
    expect(reasonsOf(answer)).toEqual([[`client: Client ${closed} not found, or you can’t add users to it`]])
  })
  test('refuses formulas and ragged rows, each on its row', async () => {
    const name = unique('f')
    const answer = await send('check', file(`${name},=1+1,B,CLERK,ACME,,`, `${name}2,A,B,CLERK`))
    expect(reasonsOf(answer)).toEqual([
      ['first_name: Enter a value instead of a formula'],
      [
        ': This row has 4 cells, and the header 7: look for a missing or an extra separator',
        'client: A user with a client’s role belongs to at least one client',
      ],
    ])
  })
})

describe('all or nothing', () => {
  test('adds nobody if a row is refused, with code 422', async () => {
    const name = unique('none')
    const answer = await send('all-or-nothing', file(`${name},A,B,CLERK,ACME,,`, `${name}2,A,B,NONE,ACME,,`))
    expect(answer).toMatchObject({
      status: 200,
      body: { code: 422, message: 'Nothing was added: 1 of 2 rows is rejected.', read: 2, created: 0, refused: 1 },
    })
    expect(await countUsers(`${name}%`)).toBe(0)
  })
  test('adds all, with clients and invitations, and one audit row each', async () => {
    const name = unique('all')
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Users',
          rows: [
            ['Client', 'User name', 'First name', 'Last name', 'E-mail', 'Role', 'Active'],
            ['BETA;ACME', `${name}1`, 'Ann', 'Able', `${name}@example.com`, 'CLERK', 'yes'],
            ['ACME', `${name}2`, 'Bob', 'Baker', '', 'CLERK', ''],
          ],
        },
      ],
    })
    const answer = await send('all-or-nothing', Buffer.from(bytes), internal, { name: 'new users.xlsx' })
    expect(answer.body).toMatchObject({
      code: 200,
      message: 'Data added successfully.',
      read: 2,
      created: 2,
      refused: 0,
    })
    const added = await portal.testDatabase.asOwner(
      `select user_id, username, first_name, active, password_hash, array(select client_code from user_clients m where m.user_id = u.user_id order by position) as clients
       from users u where username like $1 order by username`,
      [`${name}%`],
    )
    expect(added).toMatchObject([
      { username: `${name}1`, first_name: 'Ann', active: true, password_hash: '', clients: [beta, acme] },
      { username: `${name}2`, first_name: 'Bob', active: false, password_hash: '', clients: [acme] },
    ])
    expect((await portal.mailTo(`${name}@example.com`)).text).toContain(`${name}1`)
    expect((await auditOf('user.created')).slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          client_code: beta,
          object: `user ${name}1`,
          record: `user:${String(added[0]?.['user_id'])}`,
          after: expect.objectContaining({
            first_name: 'A•••',
            email: 'a•••',
            role: 'CLERK: Clerk of Beta',
            active: true,
          }),
        }),
      ]),
    )
    expect((await auditOf('user.imported'))[0]).toMatchObject({
      object: 'users of new users.xlsx',
      after: { mode: 'all-or-nothing', read: 2, created: 2, refused: 0 },
    })
  })
  test('of two imports of the same users at once, one adds all and one none', async () => {
    const name = unique('race')
    const rows = Array.from({ length: 300 }, (_, at) => `${name}.${at},A,B,CLERK,ACME,,`)
    const answers = await Promise.all([
      send('all-or-nothing', file(...rows)),
      send('all-or-nothing', file(...rows.toReversed())),
    ])
    expect(answers.map(({ body }) => body.created).toSorted((one, other) => one - other)).toEqual([0, 300])
    expect(await countUsers(`${name}%`)).toBe(300)
  })
})

describe('a file that arrives slowly', () => {
  /** Sends the beginning of a file; the rest follows on demand. */
  function begin(mode: Mode, file: string, as: SignedIn) {
    const sent = Promise.withResolvers<void>()
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="users.csv"\r\n\r\n'
    const pieces = async function* () {
      yield Buffer.from(head + file.slice(0, 10))
      await sent.promise
      yield Buffer.from(`${file.slice(10)}\r\n--x--\r\n`)
    }
    const answer = fetch(`${portal.url}/api/users/import?mode=${mode}`, {
      method: 'POST',
      headers: { access_token: as.token, client: as.client ?? '', 'content-type': 'multipart/form-data; boundary=x' },
      body: ReadableStream.from(pieces()),
      duplex: 'half',
    })
    return { end: () => sent.resolve(), answer }
  }
  const late = (name: string) => `username,first_name,last_name,role,client,email\n${name},A,B,CLERK,ACME,\n`
  /** Uploads in progress, of all users. */
  const arriving: IncomingMessage[] = []
  const note = (request: IncomingMessage) => void arriving.push(request)
  beforeEach(() => {
    arriving.length = 0
    portal.app.server.on('request', note)
    return () => void portal.app.server.off('request', note)
  })
  /** Waits until so many uploads were accepted and their first bytes read. */
  async function areRead(many: number): Promise<void> {
    await expect.poll(() => arriving.filter(({ readableDidRead }) => readableDidRead).length).toBe(many)
  }
  const sender = () => makeSession(portal.testDatabase, { type: 'Client Administrator', clients: [acme] })
  test.each([
    ['deactivated', 'update users set active = false where user_id = $1'],
    ['signed out', 'delete from sessions where user_id = $1'],
    [
      'one whose role is changed',
      'update roles set active = active where role_id = (select role_id from users where user_id = $1)',
    ],
    ['no longer of the client', 'delete from user_clients where user_id = $1'],
  ])('adds nobody if the sender becomes %s meanwhile', async (what, change) => {
    const as = await sender()
    const name = `late.${what.replaceAll(' ', '.')}`
    const { end, answer } = begin('good-rows', late(name), as)
    await areRead(1)
    await portal.testDatabase.asOwner(change, [as.userId])
    end()
    expect((await answer).status).toBe(403)
    expect(await portal.testDatabase.asOwner('select from users where username = $1', [name])).toEqual([])
  })

  test('two files per user are accepted, a third is refused; other users go on', async () => {
    const [as, other] = [await sender(), await sender()]
    const two = [begin('check', late('one'), as), begin('check', late('two'), as)]
    await areRead(2)
    expect((await send('check', late('three'), as)).status).toBe(503)
    expect((await send('check', late('four'), other)).status).toBe(200)
    for (const { end } of two) end()
    expect(await Promise.all(two.map(async ({ answer }) => (await answer).status))).toEqual([200, 200])
    expect((await send('check', late('five'), as)).status).toBe(200)
  })
})

test('duplicate usernames in every row, or too many clients, do not block the server', async () => {
  const rows = (row: (index: number) => string) =>
    `${HEADER}\n${Array.from({ length: 10_000 }, (_, index) => row(index)).join('\n')}`
  const longestTurn = measureLongestTurn()
  const many = (index: number) =>
    Array.from({ length: 250 }, (_, place) => (index * 250 + place).toString(36)).join(';')
  const answers = [
    await send(
      'check',
      rows(() => 'same,A,B,CLERK,ACME,,'),
    ),
    await send(
      'check',
      rows((index) => `u${index},A,B,CLERK,${many(index)},,`),
    ),
    await send(
      'check',
      rows((index) => `u${index},A,B,x${' '.repeat(1000)}x,ACME,,`),
    ),
  ]
  const longest = longestTurn()
  expect(answers.map(({ status }) => status)).toEqual([200, 413, 200])
  // Rescanning for each row or space would take minutes.
  expect(longest).toBeLessThan(5000)
})

test('good rows are added without the refused ones; with no good row it fails', async () => {
  const name = unique('good')
  const rows = file(`${name},A,B,CLERK,ACME,,`, `${name}2,A,B,NONE,ACME,,`)
  const answer = await send('good-rows', rows, administrator)
  expect(answer.body).toMatchObject({
    code: 200,
    message: 'Data added successfully. 1 row added, 1 row rejected.',
    created: 1,
    refused: 1,
  })
  expect(await countUsers(`${name}%`)).toBe(1)
  expect((await auditOf('user.imported'))[0]).toMatchObject({ client_code: acme })
  expect((await send('good-rows', rows, administrator)).body).toMatchObject({ code: 422, created: 0, refused: 2 })
})

describe('unusable requests are refused', () => {
  test('a header with a missing, an unknown and a duplicate column', async () => {
    const { status, body } = await send(
      'check',
      'username,first_name,last_name,role,Email,E-mail,Shoe\na,b,c,d,e,f,g\n',
    )
    expect(status).toBe(422)
    expect(body.message).toBe(
      'The file lacks column client; it has more than one column email; it has column Shoe, which is unknown. Its columns may be username, first_name, last_name, role, client, email, phone_number, power_bi_username, domain_username, active.',
    )
  })
  test.each([
    ['a second file', (form: FormData) => form.append('file', new Blob(['a']), 'b.csv')],
    ['another field', (form: FormData) => form.append('client', 'BETA')],
    ['a file under another name', (form: FormData) => form.append('other', new Blob(['a']), 'b.csv')],
  ])('%s in the form', async (_name, more) => {
    const { status, body } = await send('check', file('a,b,c,CLERK,ACME,,'), internal, { form: more })
    expect(status).toBe(400)
    expect(body.message).toContain('The form takes one file, in its field "file", and nothing else.')
  })
  test('no form, a broken one, one without a file, another mode', async () => {
    const headers = (type: string) => ({ access_token: internal.token, client: 'All_client', 'content-type': type })
    const post = async (type: string, body: string) =>
      (await fetch(`${portal.url}/api/users/import?mode=check`, { method: 'POST', headers: headers(type), body }))
        .status
    expect(await post('text/csv', 'a')).toBe(415)
    expect(await post('application/json', '{}')).toBe(415)
    expect(await post('multipart/form-data', 'a')).toBe(400)
    expect(await post('multipart/form-data; boundary=x', 'a')).toBe(400)
    expect(await post('multipart/form-data; boundary=x', '--x--\r\n')).toBe(400)
    expect(
      await post(
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      ),
    ).toBe(400)
    expect((await send('all', 'a')).status).toBe(400)
  })
  test('a file that is too large', async () => {
    const { status, body } = await send('check', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
    expect(status).toBe(413)
    expect(body.message).toBe('The file is larger than 20 MB. Split it.')
  })
  test('a caller who may only read', async () => {
    const looking = await makeSession(portal.testDatabase, { holds: (_leaf, right) => right !== 'Edit' })
    expect((await send('check', file('a,b,c,CLERK,ACME,,'), looking)).status).toBe(403)
  })
})

test('progress is visible to the user who runs the import, and nobody else', async () => {
  const run = randomUUID()
  const asked = (as: SignedIn) =>
    portal.request('GET', `/api/users/import/progress?run=${run}`, { headers: { access_token: as.token } })
  expect((await asked(internal)).body).toEqual({ stage: 'waiting', done: 0, total: 0 })
  await send('check', file(`${unique('p')},A,B,CLERK,ACME,,`), internal, { run })
  expect((await asked(internal)).body).toEqual({ stage: 'done', done: 1, total: 1 })
  expect((await asked(administrator)).body).toEqual({ stage: 'waiting', done: 0, total: 0 })
  // Another user's run of the same name has its own progress.
  await send('check', file(`${unique('p')},A,B,CLERK,ACME,,`, `${unique('p')},A,B,CLERK,ACME,,`), administrator, {
    run,
  })
  expect((await asked(internal)).body).toEqual({ stage: 'done', done: 1, total: 1 })
})

test('10,000 users are checked and added within seconds of server time', async () => {
  const name = unique('many')
  const rows = file(
    ...Array.from({ length: 10_000 }, (_, at) => `${name}.${at},First${at},Last,CLERK,ACME,a${at}@example.com,`),
  )
  const { result, ms } = await withProcessorTime(() => send('all-or-nothing', rows))
  const { body } = result
  expect(body).toMatchObject({ code: 200, created: 10_000 })
  expect(await countUsers(`${name}%`)).toBe(10_000)
  expect(ms).toBeLessThan(20_000)
})
