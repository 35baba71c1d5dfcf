import type { JobState, RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { agoText, momentText } from '../../kit/list/columns/moment-text.ts'

export const JOB_STATES: Readonly<Record<JobState, { readonly word: string; readonly meaning: Meaning }>> = {
  running: { word: 'Running', meaning: 'neutral' },
  waiting: { word: 'Starting', meaning: 'waiting' },
  succeeded: { word: 'Succeeded', meaning: 'good' },
  failed: { word: 'Failed', meaning: 'bad' },
  'not run yet': { word: 'Not run yet', meaning: 'neutral' },
}

/** Whether a run is in progress, or starts within seconds. */
export const isUnderWay = ({ state }: Pick<RecurringJobDto, 'state'>) => state === 'running' || state === 'waiting'

/** '14 minutes ago, 09:12'; only day and time after a day. */
export function lastRunText({ beganAt }: Pick<RecurringJobDto, 'beganAt'>, now: Date): string {
  if (beganAt === null) return 'Never'
  const at = new Date(beganAt)
  const ago = agoText(at, now)
  return ago.endsWith('ago') ? `${ago}, ${momentText(at, now)}` : momentText(at, now)
}

/** '0.4 s', '48 s', '3 min 20 s', '1 h 5 min'. */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
