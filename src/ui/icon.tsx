import type { ComponentProps } from 'react'

const paths = {
  cart: 'M3 4h2.2l2.3 11.2a1 1 0 0 0 1 .8h8.9a1 1 0 0 0 1-.8L20 8H6M9.5 20.5h.01M17 20.5h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  left: 'm14.5 5.5-6.5 6.5 6.5 6.5',
  down: 'm5.5 9.5 6.5 6.5 6.5-6.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6.3 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.2-1M9.9 9.9a3 3 0 0 0 4.2 4.2',
  right: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5Z',
  trash: 'M5 7h14M10 7V5h4v2M7 7l.8 12h8.4L17 7M10.5 11v5M13.5 11v5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01',
  warning: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.3h.01',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.4-9A6 6 0 0 1 18 11a3.8 3.8 0 0 1-.3 7.5Z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  print: 'M7 9V4h10v5M7 17H4.5v-6.5h15V17H17M7 14.5h10V20H7Z',
  chat: 'M4 20l1.5-4A8 8 0 1 1 8.5 19ZM9 11h.01M12.5 11h.01M16 11h.01',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4',
  phone: 'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3A2 2 0 0 1 18 19.5 15 15 0 0 1 4.5 6a2 2 0 0 1 2-2Z',
  mail: 'M4 6.5h16v11H4Zm0 .5 8 6 8-6',
  pin: 'M12 21s6.5-5.8 6.5-11a6.5 6.5 0 0 0-13 0c0 5.2 6.5 11 6.5 11ZM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  list: 'M8 7h12M8 12h12M8 17h12M4 7h.01M4 12h.01M4 17h.01',
  logout: 'M10 5H5.5v14H10M14 8l4 4-4 4M18 12H9',
  chart: 'M5 20V10M12 20V4M19 20v-7',
  fish: 'M3 12c3-5 9-6.5 13-3l4-3v12l-4-3c-4 3.5-10 2-13-3ZM8 11h.01',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  close: 'm6 6 12 12M18 6 6 18',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 13.6a6.5 6.5 0 0 1 3.5 5.9',
  sliders: 'M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5',
} as const
export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="1.25em"
      height="1.25em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

type PlainIconButtonProps = ComponentProps<'button'> & { icon: IconName; label: string }

export function PlainIconButton({ icon, label, ...button }: PlainIconButtonProps) {
  return (
    <button type="button" className="button button-icon" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  )
}
