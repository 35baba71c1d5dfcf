// What npm has to do: from what the lockfile names, and what npm's own record says it has installed. npm writes that
// record last, so what an interrupted install has left behind does not stand in it.

/**
 * What npm has to be told, or undefined where everything is in place.
 * @param {{
 *   scope: 'running' | 'everything',
 *   locked: Record<string, object>,
 *   recorded: Record<string, object> | undefined,
 *   changed: string | undefined,
 * }} state `recorded` is undefined where nothing is installed; `changed` names a package.json that the lockfile does not fit.
 * @returns {{ command: string[], places: string[], remove: string[], reason: string } | undefined}
 */
export function planInstall({ scope, locked, recorded, changed }) {
  const isMissing = ([place, { version, integrity }]) =>
    recorded?.[place]?.version !== version || recorded?.[place]?.integrity !== integrity
  const needed = Object.entries(locked).filter(isNeededHere)
  const running = needed.filter(([, { dev }]) => !dev)
  const missing = running.find(isMissing)
  const hasRest = Object.values(recorded ?? {}).some(({ dev }) => dev)
  const reason = recorded ? changed && `${changed} has changed` : 'nothing is installed'
  if (reason || missing) {
    // npm ci begins again, so where tests have been run what they need comes again.
    const isWhole = scope === 'everything' || hasRest
    return {
      command: ['ci', isWhole ? '--include=dev' : '--omit=dev'],
      places: (isWhole ? needed : running).map(([place]) => place),
      remove: [],
      reason: reason ?? describeMissing(missing),
    }
  }
  const lacking = scope === 'everything' ? needed.filter(isMissing) : []
  if (lacking.length === 0) return undefined
  return {
    // A portal may be running: npm install, unlike npm ci, leaves alone what is in place.
    command: ['install', '--no-save', '--include=dev'],
    places: lacking.map(([place]) => place),
    // npm would take a package that is half unpacked for a whole one.
    remove: Object.entries(locked)
      .filter(isLibrary)
      .filter(isMissing)
      .map(([place]) => place),
    reason: hasRest ? describeMissing(lacking[0]) : 'what tests, benchmarks and linting need',
  }
}

function describeMissing([place]) {
  return `${place.split('node_modules/').at(-1)} is missing or out of date`
}

function isLibrary([place, { link }]) {
  return place.includes('node_modules/') && !link
}

/** Whether this machine has to have a package: not a workspace, and of the optional ones those for its platform. */
function isNeededHere([place, entry]) {
  return isLibrary([place, entry]) && (!(entry.optional || entry.devOptional) || isForThisPlatform(entry))
}

/** Which C library an optional package wants, or what it brings along, is left to npm. */
function isForThisPlatform({ os, cpu, libc }) {
  const fits = (list, ours) => !list || [list].flat().includes(ours)
  return (os || cpu) && !libc && fits(os, process.platform) && fits(cpu, process.arch)
}
