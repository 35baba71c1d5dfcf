import type { ImportMode, ImportVerdict } from '@despatch/contract/administration/users/user'
import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import type { Context, StreamingContext } from '../../http/context.ts'
import { type StreamedAnswer, streamAnswer } from '../../http/streamed-answer.ts'
import { audit } from '../../audit/write-audit.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { type CheckedRow, checkRow, linesOfUsernames, type UserToAdd } from './import-check.ts'
import { receiveFile, type ReceivedFile } from './import-file.ts'
import { lookUpNames, collectNames } from './import-lookups.ts'
import { type NoteProgress, progressNoter } from './import-progress.ts'
import { type ImportRow, readImportRows } from './import-rows.ts'
import { readSheet } from './import-sheet.ts'
import { withHeldFile, chunksOf, runInTurn, yieldToOthers } from './import-limiter.ts'
import { auditClientOfImport, writeUsers } from './import-write.ts'
import { usernameTakenMessage } from '../users/user-exists.ts'

type Answer = RouteAnswer<typeof routes.import>
type Counts = Pick<Answer, 'read' | 'created' | 'refused'>

/**
 * Checks every row of a users file and adds the users as the mode says: none, all or none, or the good ones.
 * Specification 5: the import 'succeeds only when the response has no code or code 200'; so if rows are refused and
 * nothing could be added, the code is 422. Throws an AppError for an unusable file; then nothing is written.
 */
export async function importUsers(
  context: StreamingContext,
  { query: { mode, run } }: RouteChecked<typeof routes.import>,
): Promise<StreamedAnswer<Answer>> {
  return withHeldFile(context.caller.userId, async () => {
    const file = await receiveFile(context.stream, context.contentType)
    return runInTurn(async () => {
      const note = progressNoter(context, run)
      const { rows, remark } = await readRows(file, note)
      const checked = await checkRows(context, rows, note)
      const verdicts = await write(context, { mode, file, rows, checked, note })
      const counts = countsOf(verdicts, mode)
      await note('done', rows.length, rows.length)
      return answerOf(mode, counts, remark, verdicts)
    })
  }).finally(() => context.stream.resume())
}

async function readRows(file: ReceivedFile, note: NoteProgress): Promise<{ rows: ImportRow[]; remark: string }> {
  await note('reading', 0, 0)
  const sheet = await readSheet(file.pieces)
  const others = sheet.otherSheets.map((name) => name.slice(0, 31)).slice(0, 5)
  const remark = others.length > 0 ? ` Only the first sheet was read, not ${others.join(', ')}.` : ''
  return { rows: await readImportRows(sheet), remark }
}

async function checkRows(
  { database, caller }: StreamingContext,
  rows: readonly ImportRow[],
  note: NoteProgress,
): Promise<CheckedRow[]> {
  await note('checking', 0, rows.length)
  const named = await collectNames(rows)
  const lookups = await database.transaction((transaction) => lookUpNames(transaction, caller, named))
  const lines = linesOfUsernames(rows)
  const checked: CheckedRow[] = []
  for (const some of chunksOf(rows)) {
    for (const row of some) checked.push(checkRow(row, lookups, lines))
    await note('checking', checked.length, rows.length)
    await yieldToOthers()
  }
  return checked
}

type ImportWork = {
  mode: ImportMode
  file: ReceivedFile
  rows: readonly ImportRow[]
  checked: readonly CheckedRow[]
  note: NoteProgress
}

/** Rolls back an all-or-nothing import after a username was taken. */
class UsernameTakenError extends Error {
  readonly verdicts: ImportVerdict[]
  constructor(verdicts: ImportVerdict[]) {
    super('A username has just been taken')
    this.verdicts = verdicts
  }
}

/** Writes the users that the mode asks for, and in any case the audit row of the import. Returns the final verdicts. */
async function write(context: StreamingContext, work: ImportWork): Promise<ImportVerdict[]> {
  const { mode, checked, note } = work
  const verdicts = checked.map(({ verdict }) => verdict)
  const good = checked.flatMap(({ user }) => user ?? [])
  const isWritten = mode === 'good-rows' || (mode === 'all-or-nothing' && good.length === checked.length)
  const inTransaction = <Result>(work: (within: Context) => Promise<Result>) =>
    context.database.transaction((transaction) => work({ ...context, transaction }))
  const leaveTrace = async (within: Context, final: readonly ImportVerdict[]) => {
    await auditImport(within, work, countsOf(final, mode))
  }
  try {
    return await inTransaction(async (within) => {
      if (isWritten) await refuseChangedCaller(within.transaction, within.caller)
      const final = isWritten && good.length > 0 ? await writeGood(within, { good, verdicts, note }) : verdicts
      if (mode === 'all-or-nothing' && isWritten && final !== verdicts) throw new UsernameTakenError(final)
      await leaveTrace(within, final)
      return final
    })
  } catch (error) {
    if (!(error instanceof UsernameTakenError)) throw error
    await inTransaction((within) => leaveTrace(within, error.verdicts))
    return error.verdicts
  }
}

/** Inserts the good rows. A row whose username was taken since the check is refused in the verdicts returned. */
async function writeGood(
  within: Context,
  { good, verdicts, note }: { good: readonly UserToAdd[]; verdicts: ImportVerdict[]; note: NoteProgress },
): Promise<ImportVerdict[]> {
  await note('writing', 0, good.length)
  const written = await writeUsers(within, good, (count) => note('writing', count, good.length))
  if (written.size === good.length) return verdicts
  const taken = new Map(good.filter((user) => !written.has(user)).map((user) => [user.line, user]))
  return verdicts.map((verdict) => {
    const user = taken.get(verdict.line)
    if (!user) return verdict
    return {
      ...verdict,
      verdict: 'refused',
      reasons: [{ column: 'username', reason: usernameTakenMessage(user.username), value: user.username }],
    }
  })
}

async function auditImport(within: Context, { mode, file }: ImportWork, counts: Counts): Promise<void> {
  await audit(within, {
    clientCode: await auditClientOfImport(within),
    act: 'user.imported',
    object: `users of ${file.name}`,
    after: { mode, ...counts },
  })
}

function countsOf(verdicts: readonly ImportVerdict[], mode: ImportMode): Counts {
  const refused = verdicts.filter(({ verdict }) => verdict === 'refused').length
  const good = verdicts.length - refused
  const created = mode === 'good-rows' || (mode === 'all-or-nothing' && refused === 0) ? good : 0
  return { read: verdicts.length, created, refused }
}

function answerOf(
  mode: ImportMode,
  counts: Counts,
  remark: string,
  verdicts: readonly ImportVerdict[],
): StreamedAnswer<Answer> {
  const isFailed = mode !== 'check' && counts.created === 0
  return streamAnswer<Answer, 'rows'>({
    head: { code: isFailed ? 422 : 200, message: `${messageOf(mode, counts)}${remark}`, ...counts },
    name: 'rows',
    items: jsonOf(verdicts),
    done: async () => undefined,
  })
}

const rowsLabel = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`

function messageOf(mode: ImportMode, { read, created, refused }: Counts): string {
  const good = read - refused
  if (mode === 'check')
    return refused === 0
      ? `${rowsLabel(good)} can be added.`
      : `${rowsLabel(good)} can be added, ${rowsLabel(refused)} can’t.`
  if (created === 0)
    return `Nothing was added: ${refused.toLocaleString('en-GB')} of ${rowsLabel(read)} ${refused === 1 ? 'is' : 'are'} rejected.`
  return refused === 0 ? DATA_ADDED : `${DATA_ADDED} ${rowsLabel(created)} added, ${rowsLabel(refused)} rejected.`
}

async function* jsonOf(verdicts: readonly ImportVerdict[]): AsyncGenerator<string> {
  let separator = ''
  for (const some of chunksOf(verdicts)) {
    yield separator + some.map((verdict) => JSON.stringify(verdict)).join(',')
    separator = ','
  }
}
