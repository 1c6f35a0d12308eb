import type { VbenFormSchema } from '@vben/common-ui';

import { z } from '@vben/common-ui';

import { $t } from '#/locales';

/**
 * Returns two fields for a new password, whose values must be equal. The service decides which passwords it accepts.
 */
export function newPasswordFields(): VbenFormSchema[] {
  const newPassword = $t('portcullis.newPassword');
  const repeatPassword = $t('portcullis.repeatPassword');
  return [
    {
      component: 'VbenInputPassword',
      componentProps: { placeholder: newPassword },
      fieldName: 'newPassword',
      label: newPassword,
      rules: z.string().min(1),
    },
    {
      component: 'VbenInputPassword',
      componentProps: { placeholder: repeatPassword },
      dependencies: {
        rules: ({ newPassword: chosen }) =>
          z.string().refine((value) => value === chosen, {
            message: $t('portcullis.differs'),
          }),
        triggerFields: ['newPassword'],
      },
      fieldName: 'confirmPassword',
      label: repeatPassword,
    },
  ];
}
