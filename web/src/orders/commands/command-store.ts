import { orders } from '@despatch/contract/orders/orders'
import { amendedText } from '@despatch/domain/orders/amend/undone-amendment'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { createStore } from '../../kit/browser/store.ts'
import type { NotificationAct } from '../../kit/notify/notification-log.ts'
import { notify } from '../../kit/notify/notify.ts'
import { session } from '../../kit/session/session-store.ts'
import { newCommandId } from './command-id.ts'
import type { Answer, Command, CommandRun, Outcome } from './command-run.ts'
import { keepRuns, readRuns } from './kept-runs.ts'
import { nameOf, type OrderOf, selectionBody, shownBody } from './work-order-queries.ts'

/** The last commands, the newest first. They go on while their screen is left, and are known after a reload. */
export const commandRuns = createStore<readonly CommandRun[]>(readRuns())
commandRuns.subscribe(keepOwn)
session.store.subscribe(keepOwn)

const MAX_KEPT = 20
const LOOK_MS = 500
const userId = () => session.store.get().user?._id
const whose = () => `${userId()} ${session.client()}`

/** Whether the present user gave a command, working for the present client: what is another's is not told. */
export const isOwnRun = (run: CommandRun) => run.of === whose()

/**
 * Gives a command, and keeps how it goes in {@link commandRuns}. `ended` is when its answer is there, or none came; it
 * throws what the command was refused with. `offersUndo`: nothing was asked before, so what is told of it offers to undo it.
 */
export function giveCommand(
  command: Command,
  { client = session.client(), offersUndo = false }: { client?: string | undefined; offersUndo?: boolean } = {},
): { commandId: string; ended: Promise<void> } {
  const commandId = newCommandId()
  const progress = { done: 0, total: command.count }
  const run: CommandRun = { commandId, command, state: 'running', progress, client, of: whose(), givenAt: Date.now() }
  commandRuns.set([run, ...commandRuns.get()].slice(0, MAX_KEPT))
  return { commandId, ended: send(run, offersUndo) }
}

/** A command that takes longer goes on without its dialog. */
const PATIENCE_MS = 1000

/**
 * Gives a command from a dialog, which waits for a moment. Throws what the command was refused with, or the only order of it,
 * after saying it: one can look again there, and what was typed stays.
 */
export async function giveFromDialog(command: Command, of: { client?: string | undefined } = {}): Promise<void> {
  const given = giveCommand(command, of)
  const isLate = new Promise<'late'>((late) => setTimeout(() => late('late'), PATIENCE_MS))
  try {
    const first = await Promise.race([given.ended, isLate])
    if (first === 'late') given.ended.catch((refusal: unknown) => notify.danger(messageOf(refusal)))
  } catch (refusal) {
    closeRun(given.commandId)
    notify.danger(messageOf(refusal))
    throw refusal
  }
  const outcome = commandRuns.get().find(({ commandId }) => commandId === given.commandId)?.outcome
  const [only] = command.count === 1 && outcome?.done === 0 ? outcome.refusals : []
  if (!only) return
  closeRun(given.commandId)
  throw new Error(only.message)
}

/** Keeps that an order was amended, so that it can be undone as a command is. */
export function keepAmendment(commandId: string, order: OrderOf): void {
  const { clientCode: client, orderNumber } = order
  const now = Date.now()
  const run: CommandRun = {
    commandId,
    command: { action: 'amend', selection: { orders: [nameOf(order)] }, count: 1 },
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
    of: whose(),
    givenAt: now,
    endedAt: now,
  }
  commandRuns.set([run, ...commandRuns.get()].slice(0, MAX_KEPT))
}

/** Sends a command again that no answer came to: it goes on where it broke off, and does nothing twice. Never throws. */
export async function goOn(run: CommandRun): Promise<void> {
  change(run.commandId, { state: 'running' })
  await send(run).catch((error: unknown) => notify.danger(messageOf(error)))
}

/** Undoes a command: each order that nobody has touched since is as before. Never throws. */
export async function undoCommand({ commandId, client }: CommandRun): Promise<void> {
  change(commandId, { state: 'undoing' })
  try {
    const answer = await call(orders.undo, { params: { commandId } }, { client })
    change(commandId, { state: 'undone', undone: outcomeOf(answer) })
    say(answer)
  } catch (error) {
    change(commandId, { state: 'ended' })
    notify.danger(messageOf(error))
  } finally {
    void routingChanged()
  }
}

/** Forgets a command and what became of it. */
export function closeRun(commandId: string): void {
  commandRuns.set(commandRuns.get().filter((run) => run.commandId !== commandId))
}

async function send(run: CommandRun, offersUndo = false): Promise<void> {
  const looking = new AbortController()
  void watch(run, looking.signal)
  try {
    const answer = await ask(run)
    change(run.commandId, { state: 'ended', outcome: outcomeOf(answer), endedAt: Date.now() })
    say(answer, offersUndo && answer.done > 0 ? { label: 'Undo', run: () => undoOnce(run) } : undefined)
  } catch (error) {
    const state = isBroken(error) ? 'broken' : 'refused'
    change(run.commandId, { state, problem: messageOf(error) })
    if (state === 'refused') throw error
  } finally {
    looking.abort()
    void routingChanged()
  }
}

function ask({ commandId, command, client }: CommandRun): Promise<Answer> {
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

/** Looks how far a command is, until told not to. */
async function watch({ commandId, client }: CommandRun, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((look) => setTimeout(look, LOOK_MS))
    if (signal.aborted) return
    // What the command itself comes to is told by its own answer.
    const progress = await call(
      orders.commandProgress,
      { params: { commandId } },
      { client, signal, onExpired: 'fail' },
    ).catch(() => undefined)
    if (progress && progress.total > 0) change(commandId, { progress })
  }
}

/** Whether no answer came, rather than one that says no. */
function isBroken(error: unknown): boolean {
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

/** From its message: above the list it may have been undone meanwhile. */
function undoOnce({ commandId }: CommandRun): void {
  const run = commandRuns.get().find((one) => one.commandId === commandId)
  if (run?.state === 'ended') void undoCommand(run)
}

function say({ message, done, unchanged, refused }: Answer, act?: NotificationAct): void {
  if (refused === 0) notify.success(message, act ? { act } : {})
  else if (done + unchanged > 0) notify.info(message)
  else notify.danger(message)
}

/** Nothing of someone who has left stays in the browser. */
function keepOwn(): void {
  keepRuns(commandRuns.get().filter(({ of }) => of.startsWith(`${userId()} `)))
}

function change(commandId: string, part: Partial<CommandRun>): void {
  commandRuns.set(commandRuns.get().map((run) => (run.commandId === commandId ? { ...run, ...part } : run)))
}
