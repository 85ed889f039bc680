import { Box, Button, Flex, Grid, Table, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Week } from '../db/order-figures.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Panel } from '../ui/page.tsx'

/** Tonnes per week, as bars or as a table. */
export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  return (
    <Panel>
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        <Text as="h2" fontFamily="heading" fontSize="xl" fontWeight="medium">
          <Trans>Tonnes per week</Trans>
        </Text>
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Trans comment="button that shows the numbers of a chart">Show as a table</Trans>
        </Button>
      </Flex>
      {isTable ? (
        <WeekTable weeks={weeks} />
      ) : (
        <Bars weeks={weeks} label={t`Tonnes asked for and accepted in each week`} />
      )}
    </Panel>
  )
}

/** Two bars per week, on a scale that fits the highest value. */
function Bars({ weeks, label }: { weeks: readonly Week[]; label: string }) {
  const locale = useLocale()
  const highest = roundUp(Math.max(1, ...weeks.flatMap(({ asked, accepted }) => [asked, accepted])))
  const axisLabels = [highest, highest / 2, 0]
  return (
    <figure>
      <Flex as="figcaption" wrap="wrap" columnGap="5" rowGap="1" mb="3" color="fg.muted" fontSize="sm">
        <Key color="primary">
          <Trans context="chart" comment="tonnes that buyers asked for">
            Asked for
          </Trans>
        </Key>
        <Key color="warm">
          <Trans context="chart" comment="tonnes in accepted offers">
            Accepted
          </Trans>
        </Key>
      </Flex>
      <Grid role="img" aria-label={label} templateColumns="auto minmax(0, 1fr)" columnGap="2">
        <Flex direction="column" justify="space-between" height="12rem" color="fg.muted" fontSize="xs" textAlign="end">
          {axisLabels.map((value) => (
            <Box key={value} lineHeight="1" _first={{ mt: '-0.5em' }} _last={{ mb: '-0.5em' }}>
              {formatNumber(value, locale)}
            </Box>
          ))}
        </Flex>
        <Flex
          height="12rem"
          align="flex-end"
          gap="clamp(2px, 0.6vw, 0.5rem)"
          borderBottom="1px solid {colors.border.emphasized}"
          backgroundImage="linear-gradient({colors.border} 1px, transparent 1px)"
          backgroundSize="100% 50%"
        >
          {weeks.map(({ start, asked, accepted }) => (
            <Flex key={start} flex="1" minWidth="0" height="full" align="flex-end" justify="center" gap="1px">
              <Bar share={asked / highest} color="primary" />
              <Bar share={accepted / highest} color="warm" />
            </Flex>
          ))}
        </Flex>
        <Flex gridColumn="2" gap="clamp(2px, 0.6vw, 0.5rem)" color="fg.muted" fontSize="xs" lineHeight="1.3" pt="1">
          {weeks.map(({ start }, index) => (
            <Box key={start} flex="1" minWidth="0" whiteSpace="nowrap">
              {/* a label is as wide as three weeks */}
              {index % 3 === 0 && weekName(start, locale)}
            </Box>
          ))}
        </Flex>
      </Grid>
    </figure>
  )
}

function Key({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Flex as="span" align="center" gap="2">
      <Box as="span" boxSize="0.75rem" borderRadius="l1" bg={color} aria-hidden="true" css={inOwnColour} />
      {children}
    </Flex>
  )
}

/** Forced colours remove backgrounds. */
const inOwnColour = { forcedColorAdjust: 'none' }

function Bar({ share, color }: { share: number; color: string }) {
  return (
    <Box
      flex="1"
      maxWidth="1.25rem"
      height={`${share * 100}%`}
      minHeight={share > 0 ? '2px' : '0'}
      borderTopRadius="l1"
      bg={color}
      css={inOwnColour}
    />
  )
}

function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <Table.Root>
      <Table.Caption srOnly>{t`Tonnes asked for and accepted in each week`}</Table.Caption>
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader scope="col">
            {t({ message: 'Week from', comment: 'column: first day of a week' })}
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" textAlign="end">
            <Trans context="chart" comment="tonnes that buyers asked for">
              Asked for
            </Trans>
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" textAlign="end">
            <Trans context="chart" comment="tonnes in accepted offers">
              Accepted
            </Trans>
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {weeks.map(({ start, asked, accepted }) => (
          <Table.Row key={start}>
            <Table.Cell>{weekName(start, locale)}</Table.Cell>
            <Table.Cell textAlign="end">{formatTonnes(asked, locale)}</Table.Cell>
            <Table.Cell textAlign="end">{formatTonnes(accepted, locale)}</Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  )
}

function weekName(start: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(start)
}

/** Rounds up to 1, 2 or 5 times a power of ten, for round axis labels. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
}
