/**
 * Runs in a page before anything else, and adds `window.watchRows`:
 * - `stand()` resolves with the page's time when rows fill the visible list; it fails after half a minute.
 * - `start()` begins to measure; `stop()` returns the longest time without rows, and the longest frame, in
 *   milliseconds.
 * - `scrollTo(part)` scrolls to a part of the list, and `open(address)` navigates like a link. Both resolve with the
 *   time until rows are drawn.
 */
export const WATCH_ROWS = `{
  const isBlank = () => {
    const scroller = document.querySelector('[data-rows]')
    if (!scroller) return true
    const { left, top, height } = scroller.getBoundingClientRect()
    return [0.1, 0.3, 0.5, 0.7, 0.9].some(
      (part) => !document.elementFromPoint(left + 200, top + height * part)?.closest('tr[data-index]'),
    )
  }
  const stand = () =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      // A frame later, when the one with the rows has been drawn.
      const look = (now) => {
        if (!isBlank()) requestAnimationFrame(() => resolve(performance.now()))
        else if (now - began > 30000) reject(new Error('No rows: ' + document.body.innerText.slice(0, 300)))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const timed = async (act) => {
    const began = performance.now()
    act()
    return (await stand()) - began
  }
  let isWatched = false
  let longest = { blank: 0, frame: 0 }
  const watch = (last, blankSince) =>
    requestAnimationFrame((now) => {
      if (!isWatched) return
      longest.frame = Math.max(longest.frame, now - last)
      if (blankSince) longest.blank = Math.max(longest.blank, now - blankSince)
      watch(now, isBlank() ? blankSince || now : 0)
    })
  window.watchRows = {
    stand,
    start() {
      isWatched = true
      longest = { blank: 0, frame: 0 }
      watch(performance.now(), 0)
    },
    stop() {
      isWatched = false
      return longest
    },
    scrollTo: (part) =>
      timed(() => {
        const scroller = document.querySelector('[data-rows]')
        scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight)
      }),
    open: (address) =>
      timed(() => {
        history.pushState({}, '', address)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }),
  }
}`
