import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorkbook } from '../../testing/zip.ts'
import { readSheetRows } from './sheet-rows.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despatch-sheets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The field of /proc/PID/stat with the niceness of each thread: proc_pid_stat(5), counted after the name. */
const NICE = 16
async function nicenessOfThreads(): Promise<Map<number, number>> {
  const threads = await readdir('/proc/self/task')
  const niceness = threads.map(async (id): Promise<[number, number]> => {
    const stat = await readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '')
    return [Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE])]
  })
  return new Map(await Promise.all(niceness))
}

test('a workbook is read at low priority, and the server keeps its own', async (context) => {
  context.skip(process.platform !== 'linux', 'threads have a priority of their own on Linux alone')
  const path = join(folder, 'rows.xlsx')
  // More rows than are read ahead, so that the thread still exists when its priority is checked.
  const row = '<row><c><v>1</v></c></row>'
  await writeFile(path, makeWorkbook(`<worksheet><sheetData>${row.repeat(30_000)}</sheetData></worksheet>`))
  const rows = readSheetRows({ path, sheet: 0, largestPart: 1_000_000 })
  expect((await rows.next()).value?.[0]).toMatchObject({ cells: ['1'] })
  const niceness = await nicenessOfThreads()
  await rows.return(undefined)
  expect([...niceness.values()]).toContain(10)
  // The server's thread has the process id.
  expect(niceness.get(process.pid)).toBe(0)
})

test('shared strings that exceed a workbook’s memory are refused', async () => {
  const path = join(folder, 'texts.xlsx')
  const texts = `<sst>${'<si><t>the same again</t></si>'.repeat(1_500_000)}</sst>`
  const more = [{ name: 'xl/sharedStrings.xml', data: texts }]
  await writeFile(path, makeWorkbook('<worksheet><sheetData/></worksheet>', { more }))
  const rows = readSheetRows({ path, sheet: 0, largestPart: 300_000_000 })
  await expect(rows.next()).rejects.toMatchObject({ code: 'too_large' })
})
