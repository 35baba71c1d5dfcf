/** '47 min left', '1 h 05 min left', or 'missed' once the minute has passed. `now` in milliseconds since 1970. */
export function leftText(startBy: string, now: number): string {
  const minutes = Math.floor(Date.parse(startBy) / 60_000) - Math.floor(now / 60_000)
  if (minutes < 0) return 'missed'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${rest} min left` : `${hours} h ${String(rest).padStart(2, '0')} min left`
}
