export { FilterChip } from '../table/filter-chip.tsx'
