import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { CheckboxField } from '../../ui/forms/checkbox-field.tsx'
import { Group } from '../../ui/forms/group.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { LogoField, type LogoFieldProps } from './logo-field.tsx'
import { shopLabels } from './shop-form.ts'
import { TextTabs, useTextLanguage } from './text-tabs.tsx'

/** All time zones, by city: typing one in the open list finds it. */
function zones(chosen: string) {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
  const options = [...all].map((value) => {
    const [city = value, ...region] = value.replaceAll('_', ' ').split('/').reverse()
    return { value, label: region.length > 0 ? `${city} (${region.reverse().join(', ')})` : city }
  })
  return options.sort((a, b) => a.label.localeCompare(b.label))
}

/** All settings, in groups. */
export function ShopFields({ form, upload }: LogoFieldProps) {
  const { t, i18n } = useLingui()
  const [language, onLanguage] = useTextLanguage(form)
  const tabs = { form, language, onLanguage }
  const field = <N extends keyof typeof shopLabels>(name: N) => ({
    field: form.field(name),
    label: i18n._(shopLabels[name]),
  })
  const phone = { maxLength: limits.phoneLength, inputMode: 'tel' } as const
  return (
    <>
      <Group isPart legend={<Trans comment="heading: name and logo of the shop">General</Trans>}>
        <TextField {...field('name')} maxLength={limits.shopNameLength} required />
        <TextField
          {...field('shortName')}
          hint={t`Shown in the header and below the icon of the app.`}
          maxLength={limits.shopShortNameLength}
          required
        />
        <LogoField form={form} upload={upload} />
        <TextField {...field('copyrightYear')} inputMode="numeric" maxLength={4} />
      </Group>
      <Group isPart legend={<Trans comment="heading: texts of the shop in three languages">Texts</Trans>}>
        <Text color="fg.muted">
          <Trans>Where a translation is empty, the English text is shown.</Trans>
        </Text>
        <TextTabs
          {...tabs}
          label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}
          texts={[
            { name: 'tagline', maxLength: limits.taglineLength },
            { name: 'lead', maxLength: limits.leadLength, rows: 3 },
            {
              name: 'about',
              maxLength: limits.aboutLength,
              rows: 10,
              hint: t`An empty line begins a new paragraph, # a heading, ## a box with a heading.`,
            },
          ]}
        />
      </Group>
      <Group isPart legend={<Trans comment="heading: how to reach the shop">Contact</Trans>}>
        <TextField {...field('street')} maxLength={limits.addressLength} />
        <TextField {...field('email')} inputMode="email" maxLength={limits.emailLength} />
        <TextField {...field('phone')} {...phone} />
        <TextField {...field('chatPhone')} {...phone} />
        <TextTabs
          {...tabs}
          label={t({ message: 'Language of place and chat', comment: 'name of a row of tabs' })}
          texts={[
            { name: 'city', maxLength: limits.placeLength },
            { name: 'chatMessage', maxLength: limits.textLength },
            { name: 'answerPromise', maxLength: limits.textLength },
          ]}
        />
      </Group>
      <Group isPart legend={<Trans comment="heading: terms of offers">Offers and newsletter</Trans>}>
        <TextField {...field('currencies')} hint={t`For example EUR, USD, XOF`} />
        <SelectField {...field('timeZone')} options={zones(form.field('timeZone').value)} />
        <TextField {...field('validityDays')} inputMode="numeric" maxLength={3} />
        <CheckboxField {...field('newsletterGmailOnly')} />
      </Group>
    </>
  )
}
