import { z } from 'zod'
import type { PowerBiSettings } from '../../process/config.ts'
import { ask, PowerBiUnavailable, retryAfter, shaped } from './asked.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** Whose reports are embedded; undefined where the portal's own are shown. */
    powerBi: PowerBi | undefined
  }
}

/** A report of the workspace. A paginated one may have no data set of its own. */
export type WorkspaceReport = { id: string; embedUrl: string; datasetId: string; isPaginated: boolean }
/** Whose rows a report shows, by the row-level security of its data sets. */
export type Identity = { username: string; roles: readonly string[]; datasets: readonly string[] }
export type PowerBiExport = {
  id: string
  status: string
  percentComplete: number
  expiresAt: string | undefined
  retryAfterSeconds: number | undefined
}

/** The REST calls of Power BI that the portal needs. All throw {@link PowerBiUnavailable}, and `PowerBiBusy` of it for 429. */
export type PowerBi = {
  readonly embedOrigin: string
  readonly roles: readonly string[]
  /** How long an answer may take before the portal goes on without it; of several calls together. */
  deadline(): AbortSignal
  /** The workspace's report of a name, in any case; undefined where it has none. */
  reportNamed(name: string, signal: AbortSignal): Promise<WorkspaceReport | undefined>
  /** Whether a data set shows nothing without an identity, and then what that identity may see. */
  demandsIdentity(datasetId: string, signal: AbortSignal): Promise<boolean>
  embedToken(
    report: WorkspaceReport,
    identity: Identity | undefined,
    signal: AbortSignal,
  ): Promise<{ token: string; expiresAt: string }>
  startExport(reportId: string, body: object): Promise<PowerBiExport>
  readExport(reportId: string, exportId: string): Promise<PowerBiExport>
  /** The bytes of a file; null where there are none. */
  exportFile(reportId: string, exportId: string): Promise<ReadableStream<Uint8Array> | null>
}

const SCOPE = 'https://analysis.windows.net/powerbi/api/.default'
/** A token is replaced so long before it ends. */
const EARLY_MS = 5 * 60_000
const KEEP_MS = 60_000
const FILE_MS = 10 * 60_000
/** After a failure screens are not kept waiting for so long. */
const REST_MS = 15_000

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

/** Opens the adapter; nothing is asked yet. It speaks to the configured hosts alone. */
export function openPowerBi(settings: PowerBiSettings, { restMs = REST_MS } = {}): PowerBi {
  const deadline = () => AbortSignal.timeout(settings.timeoutMs)
  const api = openApi(settings)
  const forScreen = resting(api, restMs)
  const group = `/groups/${encodeURIComponent(settings.workspace)}`
  const exportsOf = (reportId: string) => `${group}/reports/${encodeURIComponent(reportId)}`
  const listReports = kept(async (signal) => {
    const { value } = await shaped(reportsShape, await forScreen(`${group}/reports`, { signal }))
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
      let asked = demands.get(datasetId)
      if (!asked) {
        const path = `${group}/datasets/${encodeURIComponent(datasetId)}`
        asked = kept(
          async (of) => (await shaped(datasetShape, await forScreen(path, { signal: of }))).isEffectiveIdentityRequired,
        )
        demands.set(datasetId, asked)
      }
      return asked(signal)
    },
    async embedToken(report, identity, signal) {
      const body = {
        reports: [{ id: report.id, allowEdit: false }],
        ...(report.datasetId && {
          datasets: [{ id: report.datasetId, ...(report.isPaginated && { xmlaPermissions: 'ReadOnly' }) }],
        }),
        ...(identity && { identities: [identity] }),
      }
      const { token, expiration } = await shaped(embedShape, await forScreen('/GenerateToken', { signal, body }))
      return { token, expiresAt: expiration }
    },
    async startExport(reportId, body) {
      const answer = await api(`${exportsOf(reportId)}/ExportTo`, { signal: deadline(), body })
      return exportOf(answer)
    },
    async readExport(reportId, exportId) {
      const path = `${exportsOf(reportId)}/exports/${encodeURIComponent(exportId)}`
      return exportOf(await api(path, { signal: deadline() }))
    },
    async exportFile(reportId, exportId) {
      const path = `${exportsOf(reportId)}/exports/${encodeURIComponent(exportId)}/file`
      const answer = await api(path, { signal: AbortSignal.timeout(FILE_MS) })
      return answer.headers.get('content-length') === '0' ? null : answer.body
    },
  }
}

async function exportOf(answer: Response): Promise<PowerBiExport> {
  const { id, status, percentComplete, expirationTime } = await shaped(exportShape, answer)
  return { id, status, percentComplete, expiresAt: expirationTime ?? undefined, retryAfterSeconds: retryAfter(answer) }
}

/** Remembers an answer for a minute; one that failed is not kept. */
function kept<Value>(read: (signal: AbortSignal) => Promise<Value>): (signal: AbortSignal) => Promise<Value> {
  let held: { value: Value; until: number } | undefined
  return async (signal) => {
    if (held && held.until > Date.now()) return held.value
    held = { value: await read(signal), until: Date.now() + KEEP_MS }
    return held.value
  }
}

type Asked = { signal: AbortSignal; body?: object }

type Api = (path: string, asked: Asked) => Promise<Response>

/** Fails at once for a while after Power BI did not answer, or only with a failure of its own. */
function resting(api: Api, restMs: number): Api {
  let until = 0
  return async (path, asked) => {
    if (until > Date.now()) throw new PowerBiUnavailable('it did not answer a moment ago')
    try {
      return await api(path, asked)
    } catch (error) {
      if (error instanceof PowerBiUnavailable && (error.status ?? 500) >= 500) until = Date.now() + restMs
      throw error
    }
  }
}

/** Calls under the portal's own token, which is asked for where there is none, or none that lasts. */
function openApi({ tenant, clientId, clientSecret, loginUrl, apiUrl }: PowerBiSettings): Api {
  let held: { token: string; until: number } | undefined
  async function tokenFor(signal: AbortSignal): Promise<string> {
    if (held && held.until > Date.now()) return held.token
    const answer = await ask(`${loginUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
      method: 'POST',
      signal,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: SCOPE,
      }),
    })
    const { access_token: token, expires_in: seconds } = await shaped(tokenShape, answer)
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
      return await ask(`${apiUrl}/v1.0/myorg${path}`, init)
    } catch (error) {
      // A token that was taken back is not used again.
      if (error instanceof PowerBiUnavailable && error.status === 401) held = undefined
      throw error
    }
  }
}
