import { orders } from '@despatch/contract/orders/orders'
import { amendedText } from '@despatch/domain/orders/amend/undo-amendment'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { createStore } from '../../kit/browser/store.ts'
import type { NotificationAct } from '../../kit/notify/notification-log.ts'
import { notify, withdrawAct } from '../../kit/notify/notify.ts'
import { session } from '../../kit/session/session-store.ts'
import { randomUuid } from '../../kit/browser/random-uuid.ts'
import type { Answer, Command, CommandRun, Outcome } from './command-run.ts'
import { storeRuns, readRuns } from './stored-runs.ts'
import { orderKey, type OrderReference, selectionBody, shownBody } from './work-order-queries.ts'

/** Recent commands, newest first. They continue when the user leaves the screen, and survive a reload. */
export const commandRuns = createStore<readonly CommandRun[]>(readRuns())
commandRuns.subscribe(storeOwnRuns)
session.store.subscribe(storeOwnRuns)

const MAX_RUNS = 20
const POLL_MS = 500
const userId = () => session.store.get().user?._id
const ownerKey = () => `${userId()} ${session.client()}`

/** Whether the current user sent the command for the current client; others' commands are hidden. */
export const isOwnRun = (run: CommandRun) => run.of === ownerKey()

/**
 * Sends a command and tracks it in {@link commandRuns}. `ended` resolves with the answer or a lost connection, and
 * rejects if the command is refused. `offersUndo`: nothing was confirmed before, so the notification offers undo.
 */
export function sendCommand(
  command: Command,
  { client = session.client(), offersUndo = false }: { client?: string | undefined; offersUndo?: boolean } = {},
): { commandId: string; ended: Promise<void> } {
  const commandId = randomUuid()
  const progress = { done: 0, total: command.count }
  const run: CommandRun = {
    commandId,
    command,
    state: 'running',
    progress,
    client,
    sentFrom: location.pathname,
    of: ownerKey(),
    givenAt: Date.now(),
  }
  commandRuns.set([run, ...commandRuns.get()].slice(0, MAX_RUNS))
  return { commandId, ended: runCommand(run, offersUndo) }
}

/** After this, a command continues without its dialog. */
const DIALOG_WAIT_MS = 1000

/**
 * Sends a command from a dialog, which waits a moment. Throws if the command or its only order is refused, so that the
 * dialog stays open with the input.
 */
export async function sendFromDialog(command: Command, of: { client?: string | undefined } = {}): Promise<void> {
  const sent = sendCommand(command, of)
  const isLate = new Promise<'late'>((late) => setTimeout(() => late('late'), DIALOG_WAIT_MS))
  try {
    const first = await Promise.race([sent.ended, isLate])
    if (first === 'late') sent.ended.catch((refusal: unknown) => notify.danger(messageOf(refusal)))
  } catch (refusal) {
    closeRun(sent.commandId)
    notify.danger(messageOf(refusal))
    throw refusal
  }
  const outcome = commandRuns.get().find(({ commandId }) => commandId === sent.commandId)?.outcome
  const [only] = command.count === 1 && outcome?.done === 0 ? outcome.refusals : []
  if (!only) return
  closeRun(sent.commandId)
  throw new Error(only.message)
}

/** Tracks an amendment so that it can be undone like a command. */
export function trackAmendment(commandId: string, order: OrderReference): void {
  const { clientCode: client, orderNumber } = order
  const now = Date.now()
  const run: CommandRun = {
    commandId,
    command: { action: 'amend', selection: { orders: [orderKey(order)] }, count: 1 },
    state: 'ended',
    progress: { done: 1, total: 1 },
    outcome: {
      message: amendedText(orderNumber),
      done: 1,
      refused: 0,
      short: 0,
      unchanged: 0,
      refusals: [],
      shortages: [],
    },
    client,
    sentFrom: location.pathname,
    of: ownerKey(),
    givenAt: now,
    endedAt: now,
  }
  commandRuns.set([run, ...commandRuns.get()].slice(0, MAX_RUNS))
}

/** Resends a command without an answer; the server resumes it. Never throws. */
export async function resumeCommand(run: CommandRun): Promise<void> {
  updateRun(run.commandId, { state: 'running' })
  await runCommand(run).catch((error: unknown) => notify.danger(messageOf(error)))
}

/** Undoes a command for orders unchanged since. Never throws. */
export async function undoCommand({ commandId, client, outcome }: CommandRun): Promise<void> {
  updateRun(commandId, { state: 'undoing' })
  if (outcome) withdrawAct(outcome.message)
  try {
    const answer = await call(orders.undo, { params: { commandId } }, { client })
    updateRun(commandId, { state: 'undone', undone: outcomeOf(answer) })
    notifyResult(answer)
  } catch (error) {
    updateRun(commandId, { state: 'ended' })
    notify.danger(messageOf(error))
  } finally {
    void routingChanged()
  }
}

export function closeRun(commandId: string): void {
  commandRuns.set(commandRuns.get().filter((run) => run.commandId !== commandId))
}

async function runCommand(run: CommandRun, offersUndo = false): Promise<void> {
  const looking = new AbortController()
  void pollProgress(run, looking.signal)
  try {
    const answer = await callServer(run)
    updateRun(run.commandId, { state: 'ended', outcome: outcomeOf(answer), endedAt: Date.now() })
    notifyResult(answer, offersUndo && answer.done > 0 ? { label: 'Undo', run: () => undoOnce(run) } : undefined)
  } catch (error) {
    const state = isConnectionError(error) ? 'broken' : 'refused'
    updateRun(run.commandId, { state, problem: messageOf(error) })
    if (state === 'refused') throw error
  } finally {
    looking.abort()
    void routingChanged()
  }
}

function callServer({ commandId, command, client }: CommandRun): Promise<Answer> {
  const most = 'most' in command ? command.most : undefined
  const common = { commandId, ...(most !== undefined && { most }) }
  const body = { ...common, ...shownBody(command.selection) }
  switch (command.action) {
    case 'release':
      return call(orders.release, { body }, { client })
    case 'rate-again':
      return call(orders.rateMatching, { body: { ...common, ...selectionBody(command.selection) } }, { client })
    case 'suspend':
      return call(orders.suspend, { body: { ...body, reason: command.reason, note: command.note } }, { client })
    case 'cancel':
      return call(orders.cancel, { body: { ...body, note: command.note } }, { client })
    case 'amend':
      throw new Error('An amendment is sent by its form')
  }
}

/** Polls the progress of a command until aborted. */
async function pollProgress({ commandId, client }: CommandRun, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((look) => setTimeout(look, POLL_MS))
    if (signal.aborted) return
    // The command's own answer reports its result.
    const progress = await call(
      orders.commandProgress,
      { params: { commandId } },
      { client, signal, onExpired: 'fail' },
    ).catch(() => undefined)
    if (progress && progress.total > 0) updateRun(commandId, { progress })
  }
}

/** Whether the connection failed, as opposed to a refusal. */
function isConnectionError(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

const outcomeOf = ({ message, done, refused, short, unchanged, receipts }: Answer): Outcome => ({
  message,
  done,
  refused,
  short,
  unchanged,
  refusals: receipts.filter(({ outcome }) => outcome === 'refused'),
  shortages: receipts.filter(({ shortOf }) => shortOf.length > 0),
})

/** The list may have undone it in the meantime. */
function undoOnce({ commandId }: CommandRun): void {
  const run = commandRuns.get().find((one) => one.commandId === commandId)
  if (run?.state === 'ended') void undoCommand(run)
}

function notifyResult({ message, done, unchanged, refused }: Answer, act?: NotificationAct): void {
  if (refused === 0) notify.success(message, act ? { act } : {})
  else if (done + unchanged > 0) notify.info(message)
  else notify.danger(message)
}

/** Removes commands of users who have signed out. */
function storeOwnRuns(): void {
  storeRuns(commandRuns.get().filter(({ of }) => of.startsWith(`${userId()} `)))
}

function updateRun(commandId: string, part: Partial<CommandRun>): void {
  commandRuns.set(commandRuns.get().map((run) => (run.commandId === commandId ? { ...run, ...part } : run)))
}
