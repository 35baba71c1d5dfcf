const bars = new Set<Element>()
let watch: ResizeObserver | undefined

/**
 * The ref of a bar that stays at the foot of the window. On a phone, notifications appear above it: --foot-height has its
 * height.
 */
export function footBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  watch ??= new ResizeObserver(measure)
  bars.add(bar)
  watch.observe(bar)
  measure()
  return () => {
    bars.delete(bar)
    watch?.unobserve(bar)
    measure()
  }
}

function measure(): void {
  const heights = [...bars].map((bar) => window.innerHeight - bar.getBoundingClientRect().top)
  document.documentElement.style.setProperty('--foot-height', `${Math.round(Math.max(0, ...heights))}px`)
}
