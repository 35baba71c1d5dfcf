// A vitest reporter that writes counts, skipped tests with reasons, and failed files, for tools/test.mjs.
import { writeFileSync } from 'node:fs'

export default class CountTests {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    const skips = []
    const failed = {}
    let corners = 0
    for (const module of modules) {
      // A file that fails outside its tests counts as one failure.
      if (module.errors().length > 0) counts.failed++
      if (!module.ok()) failed[module.relativeModuleId] = module.errors().map(({ message }) => message)
      for (const test of module.children.allTests()) {
        const { state, note } = test.result()
        if (state === 'skipped' && !note && test.tags.includes('corner')) {
          corners++
          continue
        }
        if (state in counts) counts[state]++
        if (state === 'failed') failed[module.relativeModuleId].push(test.fullName)
        if (state === 'skipped')
          skips.push(`${module.relativeModuleId} > ${test.fullName}: ${note ?? 'no reason given'}`)
      }
    }
    writeFileSync(
      process.env.DESPATCH_TEST_COUNTS,
      JSON.stringify({ counts, corners, skips, failed, loose: errors.length }),
    )
  }
}
