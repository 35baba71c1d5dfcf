import pg from 'pg'
import { readFileSync } from 'node:fs'
import { withOwner } from './skus.ts'
import { CLIENT_CODES } from './datasets/dataset.ts'
const [CLIENT = ''] = CLIENT_CODES
const file = process.argv[2] ?? ''
await withOwner(process.env.BD ?? '/work/bd-rl/returns', async (owner) => {
  const roles = await owner.query("select rolname from pg_roles where rolname !~ '^pg_'")
  console.log(roles.rows.map((r) => r.rolname).join(' '))
  const [{ pid }] = (await owner.query('select pg_backend_pid() as pid')).rows
  const cpu = () => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10 }
  await owner.query('begin isolation level repeatable read')
  const app = roles.rows.map((r) => r.rolname).find((n: string) => /app|portal/.test(n) && !/owner/.test(n))
  if (app) await owner.query(`set local role ${app}`).catch((e) => console.log(e.message))
  await owner.query("select set_config('app.clients', $1, true)", [`{${CLIENT}}`])
  await owner.query("set local jit = off; set local max_parallel_workers_per_gather = 0; set local work_mem='32MB'")
  for (const text of readFileSync(file, 'utf8').replaceAll(':client', `'${CLIENT}'`).split(/;\s*\n/)) {
    if (!text.trim()) continue
    const [c, t] = [cpu(), performance.now()]
    const r = await owner.query(text)
    const res = (Array.isArray(r) ? r.at(-1) : r) as pg.QueryResult
    console.log(`--- ${text.trim().slice(0, 90).replace(/\s+/g, ' ')} : cpu ${cpu() - c} ms, ${(performance.now() - t).toFixed(0)} ms, rows ${res.rowCount}`)
    if (/^\s*explain/.test(text) || /^\s*select/.test(text)) console.log(res.rows.slice(0, 60).map((x) => Object.values(x).join(' | ')).join('\n'))
  }
  await owner.query('rollback')
})
