import { describe, expect, test } from 'vitest'
import { hashArgon2id, verifyArgon2id } from './argon2id.ts'
import { hashPassword, isPassword } from './password.ts'
import { knownUserTicket } from './password-lanes.ts'

const PASSWORD = 'open the loading bay'
const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

/** Made by @node-rs/argon2 2.2.1, which hashed passwords before crypto.argon2 did: databases still hold such hashes. */
const OLD: [title: string, password: string, hash: string][] = [
  [
    'at the cost of the portal',
    PASSWORD,
    '$argon2id$v=19$m=19456,t=2,p=1$KhsdO8jxO7M1DTgHec6HJg$ftNFCIzJsP9U7zMcEifXnH9tYqixw/Yoc4YOfyzZLRY',
  ],
  [
    'at the least cost',
    PASSWORD,
    '$argon2id$v=19$m=8,t=1,p=1$izpqJ9lfn+sF9qXuMarsFQ$+75mkKrCz6fuVYbnRGDcTWKNdT4OEta5sE9WsZeXtDE',
  ],
  [
    'of four lanes',
    PASSWORD,
    '$argon2id$v=19$m=1024,t=3,p=4$vM5+rhPDKPOGAyjXPIZ8gA$NBky3HdERae9nIkEyLTOjoMwxbF0M1mcpG1xeV/kkMQ',
  ],
  [
    'of a long salt and hash',
    PASSWORD,
    '$argon2id$v=19$m=64,t=2,p=1$c2l4dGVlbi1vci1tb3JlLWJ5dGVzLW9mLXNhbHQ$3/48bBm8EgRcXYLfoubN55P6oVguGFRbfeOOCO/cpSGXpgbDWphW4t+Ws2IiBAehgltvoP/rMFNF75vMnxUuXQ',
  ],
  ['of a short salt and hash', PASSWORD, '$argon2id$v=19$m=64,t=1,p=2$OCBieXRlcy4$X5xe+tzUjN2/EJBhZWa64w'],
  [
    'of letters, signs and pictures',
    'Grüße an die Verladerampe 🚚 日本',
    '$argon2id$v=19$m=19456,t=2,p=1$FRKzUohWkx6GOTuWOSsE4w$tg2Gdr9VHzabFRVsYzREykv2I5HOn72inMJXcoB0Ejg',
  ],
  [
    'of 300 characters',
    'x'.repeat(300),
    '$argon2id$v=19$m=64,t=1,p=1$mxjlCXuvM1G2HmiTp6Q4Aw$nw+2OiQztLWR5Fj59nzW7aProctZTdBvqviFqtAkcCA',
  ],
  [
    'of no password',
    '',
    '$argon2id$v=19$m=64,t=1,p=1$EjH+C/RLEnIVhg5BKzBNJA$eImLgWHHCKqhjLwss00zXZf63U14LkvCqb3+OjGSCP8',
  ],
]
const [, , CHEAPEST] = OLD[1] ?? ['', '', '']

describe.each(OLD)('an old hash %s', (_title, password, hash) => {
  test('is verified with its password and no other', async () => {
    expect(await verifyArgon2id(hash, password)).toBe(true)
    expect(await verifyArgon2id(hash, `${password} `)).toBe(false)
  })
})

test.each([
  ['nothing', ''],
  ['a word', 'secret'],
  ['a space behind it', `${CHEAPEST} `],
  ['a line end behind it', `${CHEAPEST}\n`],
  ['padding', `${CHEAPEST}=`],
  ['its last character missing', CHEAPEST.slice(0, -1)],
  ['its hash missing', CHEAPEST.slice(0, CHEAPEST.lastIndexOf('$'))],
  ['an empty hash', CHEAPEST.slice(0, CHEAPEST.lastIndexOf('$') + 1)],
  ['a short salt', CHEAPEST.replace('izpqJ9lfn+sF9qXuMarsFQ', 'izpq')],
  ['a character that is not Base64', CHEAPEST.replace('+75m', '-75m')],
  ['another salt', CHEAPEST.replace('izpq', 'Izpq')],
  ['another version', CHEAPEST.replace('v=19', 'v=16')],
  ['no version', CHEAPEST.replace('$v=19', '')],
  ['another kind', CHEAPEST.replace('argon2id', 'argon2i')],
  ['another cost', CHEAPEST.replace('m=8', 'm=16')],
  ['no memory', CHEAPEST.replace('m=8', 'm=0')],
  ['too little memory for its lanes', CHEAPEST.replace('p=1', 'p=2')],
  ['no passes', CHEAPEST.replace('t=1', 't=0')],
  ['no lanes', CHEAPEST.replace('p=1', 'p=0')],
])('an old hash with %s is refused', async (_title, hash) => {
  expect(await verifyArgon2id(hash, PASSWORD)).toBe(false)
  expect(await isPassword(PASSWORD, hash, knownUserTicket(0))).toBe(false)
})

test.each(['m=262145', 'm=9999999', 'm=4294967295', 'm=256,t=17', 'm=256,t=999', 'm=256,p=17', 'm=4096,p=255'])(
  'a hash that would cost too much (%s) is refused at once',
  async (cost) => {
    const [memory = '', other = ''] = cost.split(',')
    const hash = CHEAPEST.replace('m=8', memory).replace(new RegExp(`${other[0] ?? 'm'}=\\d+`), other || memory)
    expect(hash).toContain(memory)
    const before = process.cpuUsage()
    expect(await verifyArgon2id(hash, PASSWORD)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(100)
  },
)

test('a new hash has the cost of the portal and a salt of its own', async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
  for (const hash of [one, other]) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await isPassword(PASSWORD, hash, knownUserTicket(0))).toBe(true)
  }
  expect(one).not.toBe(other)
})

test('a password counts however its accents are composed', async () => {
  const hash = await hashPassword('caf\u00e9 au quai')
  expect(await isPassword('cafe\u0301 au quai', hash, knownUserTicket(0))).toBe(true)
  // As the hash of @node-rs/argon2 did, which took the same composed text.
  const old = '$argon2id$v=19$m=256,t=2,p=1$o81+cODK3/ZrVdyH9kmEvw$YcabW1s4Xa2KG+1rVxBl+d4DTi7FjxTjL5yrLt/Datg'
  expect(await isPassword('cafe\u0301 au quai', old, knownUserTicket(0))).toBe(true)
})

test('what is hashed at the least cost is verified', async () => {
  const hash = await hashArgon2id(PASSWORD, CHEAP)
  expect(await verifyArgon2id(hash, PASSWORD)).toBe(true)
  for (const wrong of ['', PASSWORD.slice(1), PASSWORD.toUpperCase(), PASSWORD.replaceAll(' ', '\u00a0')])
    expect(await verifyArgon2id(hash, wrong), wrong).toBe(false)
})
