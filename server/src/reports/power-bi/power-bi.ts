import { z } from 'zod'
import type { PowerBiSettings } from '../../process/config.ts'
import { sendRequest, PowerBiUnavailable, retryAfter, parseAnswer } from './power-bi-request.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** Undefined if only built-in reports are shown. */
    powerBi: PowerBi | undefined
  }
}

/** A report of the workspace. A paginated one may have no data set of its own. */
export type WorkspaceReport = { id: string; embedUrl: string; datasetId: string; isPaginated: boolean }
/** Limits a report's rows through the row-level security of its data sets. */
export type Identity = { username: string; roles: readonly string[]; datasets: readonly string[] }
export type PowerBiExport = {
  id: string
  status: string
  percentComplete: number
  expiresAt: string | undefined
  retryAfterSeconds: number | undefined
}

/**
 * The Power BI REST calls that the portal uses. All throw {@link PowerBiUnavailable}, or its subclass `PowerBiBusy` for
 * 429.
 */
export type PowerBi = {
  readonly embedOrigin: string
  readonly roles: readonly string[]
  /** Time limit for several calls together, after which the portal continues without Power BI. */
  deadline(): AbortSignal
  /** Finds a report of the workspace by name, ignoring case. */
  reportNamed(name: string, signal: AbortSignal): Promise<WorkspaceReport | undefined>
  /** Whether a data set shows rows only to an identity. */
  demandsIdentity(datasetId: string, signal: AbortSignal): Promise<boolean>
  embedToken(
    report: WorkspaceReport,
    identity: Identity | undefined,
    signal: AbortSignal,
  ): Promise<{ token: string; expiresAt: string }>
  startExport(reportId: string, body: object): Promise<PowerBiExport>
  readExport(reportId: string, exportId: string): Promise<PowerBiExport>
  /** The file's bytes; null if it is empty. */
  exportFile(reportId: string, exportId: string): Promise<ReadableStream<Uint8Array> | null>
}

const SCOPE = 'https://analysis.windows.net/powerbi/api/.default'
/** Tokens are replaced this long before they expire. */
const EARLY_MS = 5 * 60_000
const KEEP_MS = 60_000
const FILE_MS = 10 * 60_000
/** After a failure, screens skip Power BI for this long. */
const PAUSE_MS = 15_000

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
const reportsShape = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      embedUrl: z.string().default(''),
      datasetId: z.string().nullish(),
      reportType: z.string().default('PowerBIReport'),
    }),
  ),
})
const datasetShape = z.object({ isEffectiveIdentityRequired: z.boolean() })
const embedShape = z.object({ token: z.string().min(1), expiration: z.string() })
const exportShape = z.object({
  id: z.string().min(1),
  status: z.string().default('Undefined'),
  percentComplete: z.number().default(0),
  expirationTime: z.string().nullish(),
})

/** Makes no request yet. Only ever connects to the configured hosts. */
export function openPowerBi(settings: PowerBiSettings, { restMs = PAUSE_MS } = {}): PowerBi {
  const deadline = () => AbortSignal.timeout(settings.timeoutMs)
  const api = openApi(settings)
  const forScreen = withPause(api, restMs)
  const group = `/groups/${encodeURIComponent(settings.workspace)}`
  const exportsOf = (reportId: string) => `${group}/reports/${encodeURIComponent(reportId)}`
  const listReports = cached(async (signal) => {
    const { value } = await parseAnswer(reportsShape, await forScreen(`${group}/reports`, { signal }))
    return value
  })
  const demands = new Map<string, (signal: AbortSignal) => Promise<boolean>>()
  return {
    embedOrigin: settings.embedUrl,
    roles: settings.roles,
    deadline,
    async reportNamed(name, signal) {
      const found = (await listReports(signal)).find((one) => one.name.trim().toLowerCase() === name.toLowerCase())
      if (!found) return undefined
      if (!URL.canParse(found.embedUrl) || new URL(found.embedUrl).origin !== settings.embedUrl)
        throw new PowerBiUnavailable(`the report ${name} is embedded from another origin than ${settings.embedUrl}`)
      const { id, embedUrl, datasetId, reportType } = found
      return { id, embedUrl, datasetId: datasetId ?? '', isPaginated: reportType === 'PaginatedReport' }
    },
    demandsIdentity(datasetId, signal) {
      let readDemand = demands.get(datasetId)
      if (!readDemand) {
        const path = `${group}/datasets/${encodeURIComponent(datasetId)}`
        readDemand = cached(async (of) => {
          const dataset = await parseAnswer(datasetShape, await forScreen(path, { signal: of }))
          return dataset.isEffectiveIdentityRequired
        })
        demands.set(datasetId, readDemand)
      }
      return readDemand(signal)
    },
    async embedToken(report, identity, signal) {
      const body = {
        reports: [{ id: report.id, allowEdit: false }],
        ...(report.datasetId && {
          datasets: [{ id: report.datasetId, ...(report.isPaginated && { xmlaPermissions: 'ReadOnly' }) }],
        }),
        ...(identity && { identities: [identity] }),
      }
      const { token, expiration } = await parseAnswer(embedShape, await forScreen('/GenerateToken', { signal, body }))
      return { token, expiresAt: expiration }
    },
    async startExport(reportId, body) {
      return parseExport(await api(`${exportsOf(reportId)}/ExportTo`, { signal: deadline(), body }))
    },
    async readExport(reportId, exportId) {
      const path = `${exportsOf(reportId)}/exports/${encodeURIComponent(exportId)}`
      return parseExport(await api(path, { signal: deadline() }))
    },
    async exportFile(reportId, exportId) {
      const path = `${exportsOf(reportId)}/exports/${encodeURIComponent(exportId)}/file`
      const answer = await api(path, { signal: AbortSignal.timeout(FILE_MS) })
      return answer.headers.get('content-length') === '0' ? null : answer.body
    },
  }
}

async function parseExport(answer: Response): Promise<PowerBiExport> {
  const { id, status, percentComplete, expirationTime } = await parseAnswer(exportShape, answer)
  return { id, status, percentComplete, expiresAt: expirationTime ?? undefined, retryAfterSeconds: retryAfter(answer) }
}

/** Caches a successful answer for a minute. */
function cached<Value>(read: (signal: AbortSignal) => Promise<Value>): (signal: AbortSignal) => Promise<Value> {
  let held: { value: Value; until: number } | undefined
  return async (signal) => {
    if (held && held.until > Date.now()) return held.value
    held = { value: await read(signal), until: Date.now() + KEEP_MS }
    return held.value
  }
}

type ApiRequest = { signal: AbortSignal; body?: object }

type Api = (path: string, request: ApiRequest) => Promise<Response>

/** Fails at once for a while after Power BI did not answer or failed with a 5xx. */
function withPause(api: Api, restMs: number): Api {
  let until = 0
  return async (path, request) => {
    if (until > Date.now()) throw new PowerBiUnavailable('it did not answer a moment ago')
    try {
      return await api(path, request)
    } catch (error) {
      if (error instanceof PowerBiUnavailable && (error.status ?? 500) >= 500) until = Date.now() + restMs
      throw error
    }
  }
}

/** Calls the API with the portal's own token, which is requested when it is missing or about to expire. */
function openApi({ tenant, clientId, clientSecret, loginUrl, apiUrl }: PowerBiSettings): Api {
  let held: { token: string; until: number } | undefined
  async function tokenFor(signal: AbortSignal): Promise<string> {
    if (held && held.until > Date.now()) return held.token
    const answer = await sendRequest(`${loginUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
      method: 'POST',
      signal,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: SCOPE,
      }),
    })
    const { access_token: token, expires_in: seconds } = await parseAnswer(tokenShape, answer)
    held = { token, until: Date.now() + seconds * 1000 - EARLY_MS }
    return token
  }
  return async (path, { signal, body }) => {
    const token = await tokenFor(signal)
    const init: RequestInit = {
      signal,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }
    try {
      return await sendRequest(`${apiUrl}/v1.0/myorg${path}`, init)
    } catch (error) {
      // Do not reuse a revoked token.
      if (error instanceof PowerBiUnavailable && error.status === 401) held = undefined
      throw error
    }
  }
}
