import { Pill } from '@mantine/core'

/** The tags of an order, as a list shows them. */
export function TagList({ tags }: { readonly tags: readonly string[] }) {
  return (
    tags.length > 0 && (
      <Pill.Group gap={4} title={tags.join(', ')} style={{ flexWrap: 'nowrap', overflow: 'hidden' }}>
        {tags.map((tag) => (
          <Pill key={tag} size="sm">
            <bdi>{tag}</bdi>
          </Pill>
        ))}
      </Pill.Group>
    )
  )
}
