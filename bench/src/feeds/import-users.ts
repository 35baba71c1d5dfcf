import type { users } from '@despatch/contract/administration/users/users'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type pg from 'pg'
import { type Server, withPeakMemory } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const CLIENT = 'B01'
const ROLE = 'BENCH-IMPORT'
const SECONDS_AIM = 20

type Answer = RouteAnswer<(typeof users)['import']>

/** Checks and then imports a file of new users. Prints speed and peak memory. Returns the missed aims. */
export async function measureImport(product: Server, owner: pg.Client, count: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  const rows: string[][] = []
  const missed: string[] = []
  await forget(owner)
  await owner.query(
    "insert into roles (code, name, role_type, is_internal, permissions) values ($1, 'Bench import', 'Client User', false, '{}')",
    [ROLE],
  )
  try {
    for (const [title, mode, done] of [
      ['checked', 'check', 0],
      ['added', 'all-or-nothing', count],
    ] as const) {
      const began = performance.now()
      const { result, peak } = await withPeakMemory(product.pid, () => send(product, token, mode, csv(count)))
      const seconds = (performance.now() - began) / 1000
      rows.push([title, whole(count), seconds.toFixed(1), whole(count / seconds), whole(peak)])
      if (result.created !== done || result.refused !== 0) missed.push(`import (${title}): ${result.message}`)
      if (seconds > SECONDS_AIM) missed.push(`import (${title}): ${seconds.toFixed(1)} s`)
    }
  } finally {
    await forget(owner)
  }
  console.log(`\nimport of users (aim: 10,000 users under ${SECONDS_AIM} s)`)
  console.log(table(['', 'users', 'seconds', 'rows/s', 'most MB'], rows))
  return missed
}

async function send(product: Server, token: string, mode: string, file: string): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'users.csv')
  const answer = await fetch(`${product.url}/api/users/import?mode=${mode}`, {
    method: 'POST',
    headers: { access_token: token, client: CLIENT },
    body: form,
  })
  if (answer.status !== 200) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A tenth of the users are invited by mail; the others wait for activation. */
function csv(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const name = `bench.import.${at}`
    return `${name},Chris,Name${at},${ROLE},${CLIENT},${name}@example.com,01632 ${960_000 + (at % 1000)},${at % 10 === 0 ? 'yes' : 'no'}`
  })
  return ['username,first_name,last_name,role,client,email,phone_number,active', ...lines].join('\n')
}

/** Audit rows stay: nothing may be deleted from the audit. */
async function forget(owner: pg.Client): Promise<void> {
  await owner.query("delete from mails where recipient like 'bench.import.%'")
  await owner.query("delete from users where username like 'bench.import.%'")
  await owner.query('delete from roles where code = $1', [ROLE])
}
