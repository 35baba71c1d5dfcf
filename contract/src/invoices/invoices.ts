import { decisions } from './decisions.ts'
import { importing } from './importing.ts'
import { layouts } from './layouts.ts'
import { reading } from './reading.ts'
import { settings } from './settings.ts'

/** Carriers' invoices: importing, reading, deciding, and what they are judged by. */
export const invoices = { ...reading, ...decisions, ...importing, ...layouts, ...settings }
