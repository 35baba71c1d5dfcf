import { Switch } from '@mantine/core'
import type { ClientParam } from '@despatch/domain/administration/clients/client-params'
import type { ClientSetting } from '@despatch/domain/administration/clients/client-settings'
import { useId } from 'react'
import styles from './clients.module.css'

/** A setting on the screen. */
export type ShownSetting = {
  readonly name: ClientParam | ClientSetting
  readonly title: string
  /** The effect while it is on. */
  readonly effect: string
}

type SettingSwitchesProps = {
  readonly form: {
    key(path: string): string
    getInputProps(path: string, options: { type: 'checkbox' }): object
  }
  readonly settings: readonly ShownSetting[]
  /** The heading of the group, if it has one. */
  readonly title?: string
  readonly note?: string
}

/** A group of settings, each with a switch and its effect. */
export function SettingSwitches({ form, settings, title, note }: SettingSwitchesProps) {
  const id = useId()
  const switches = (
    <div className={styles.switches}>
      {settings.map(({ name, title, effect }) => (
        <Switch
          key={form.key(name)}
          {...form.getInputProps(name, { type: 'checkbox' })}
          label={title}
          description={effect}
        />
      ))}
    </div>
  )
  if (!title) return switches
  return (
    <section className={styles.settings} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p>{note}</p>}
      {switches}
    </section>
  )
}
