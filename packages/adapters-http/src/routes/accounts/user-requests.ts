import { userSortFields, type UserSortField } from '@portcullis/application/internal/ports/users';
import type { SortKey } from '@portcullis/application/internal/ports/lists';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { listAttributes } from '@portcullis/domain/internal/conditions/list-attributes';
import type { AttributeChange, AttributeFilter } from '@portcullis/domain/internal/conditions/attribute-values';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import type { MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import type { Status } from '@portcullis/domain/internal/shared/status';
import { userKinds, userLimits, type Gender, type UserKind } from '@portcullis/domain/internal/accounts/user';
import { Describe, DescribeAsChange } from '../../validation/descriptions.ts';
import { AbsentWith, Flag, Ids, OneOf, Optional, Text, Timestamp, When } from '../../validation/fields.ts';
import { Like, requestOf } from '../../validation/request.ts';
import { DottedParameters, IsStatus, MailLanguageName, NewPassword } from '../../validation/service-fields.ts';
import { Expands } from '../expand.ts';
import { ChosenFields, Filters, Sorts } from '../list-decorators.ts';
import { contains, ListParameters, only, searchLimits, sorts } from '../list-query.ts';
import { AttributeValues } from '../schemas/user-attributes.ts';
import { listedUserFields, userFields } from '../schemas/users.ts';

export class UserPath extends requestOf(userFields, 'id') {}

const newRoles = 'The ids of all roles that the user will have. An empty list removes all roles.';

export class SetUserRolesBody {
  @Ids() @Describe(newRoles) roleIds!: RoleId[];
}

export class UserListParameters extends ListParameters {
  @Optional() @OneOf(userKinds) @Describe('Only persons, or only service accounts.') kind?: UserKind;
  @Optional() @IsStatus() @Describe('Only users with this status. 1: enabled, 0: disabled.') status?: Status;
  @Optional() @Text(roleLimits.code) @Describe('Only users who have the role with this code.') roleCode?: string;
  @Optional() @Text(userLimits.genderText) @Describe(only('gender')) gender?: string;
  @Optional() @Text(searchLimits) @Describe(contains('user name')) username?: string;
  @Optional() @Text(searchLimits) @Describe(contains('e-mail address')) email?: string;
  @Optional() @Text(searchLimits) @Describe(contains('nickname')) nickName?: string;
  @Optional() @Text(searchLimits) @Describe(contains('phone number')) phone?: string;
  @Optional()
  @DottedParameters()
  @Describe(
    'Parameters such as `attributes.department=Sales`: only users whose attribute has this value, or, for an attribute with several texts, contains it. Each attribute can be sent once.',
  )
  attributes?: AttributeFilter;
  @Optional()
  @Flag()
  @Describe('Only users with an open invitation (true), or only users without one (false).')
  invited?: boolean;
  @Optional()
  @Flag()
  @Describe('Only users with a second factor (true), or only users without one (false). Only for administrators.')
  hasFactor?: boolean;
  @Optional()
  @Timestamp()
  @Describe('Only users who last logged in at this time or later. Only for administrators.')
  lastLoginFrom?: string;
  @Optional()
  @Timestamp()
  @Describe('Only users who last logged in at this time or earlier, or never. Only for administrators.')
  lastLoginTo?: string;
  @Optional()
  @Flag()
  @Describe(
    'Whether each user is returned with `lastLoginAt` and `hasFactor`. Only for administrators. Default: false.',
  )
  withLogIns?: boolean;
  @Optional() @OneOf(userSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: UserSortField;
  @Sorts(userSortFields) sort?: readonly SortKey<UserSortField>[];
  @Filters(listAttributes.user) filter?: Condition;
  @ChosenFields(listedUserFields) fields?: readonly string[];
  @Expands(['roles']) expand?: readonly string[];
}

/** The fields of an account that its owner may change. */
export class ProfileBody extends requestOf(userFields, 'email?', 'nickName?', 'phone?', 'gender?') {
  @Optional()
  @AttributeValues()
  @Describe('New values of attributes by name. Null removes a value. Attributes that are not sent do not change.')
  attributes?: AttributeChange;
}

@DescribeAsChange()
export class UpdateUserBody extends ProfileBody {
  @Optional() @Like(userFields) username?: string;
  @Optional() @Like(userFields) status?: Status;
  @Optional() @Ids() @Describe(newRoles) roleIds?: RoleId[];
}

export class CreateUserBody {
  @Optional() @Like(userFields) kind?: UserKind;
  @Like(userFields) username!: string;
  @Like(userFields) email!: string;
  @When(
    ({ invite, kind }: Partial<CreateUserBody>, value) =>
      value !== undefined || (invite !== true && kind !== 'SERVICE'),
  )
  @NewPassword()
  @AbsentWith('invite')
  @AbsentWith('kind', 'SERVICE')
  password?: string;

  @Optional()
  @Flag()
  @AbsentWith('kind', 'SERVICE')
  @Describe(
    'Whether to send the user a link for choosing a password. If true, `password` must be missing. Default: false.',
  )
  invite?: boolean;

  @Optional() @MailLanguageName() language?: MailLanguage;
  @Like(userFields) nickName?: string | null;
  @Like(userFields) phone?: string | null;
  @Like(userFields) gender?: Gender | null;
  @Optional() @AttributeValues() @Describe('Values of attributes by name.') attributes?: AttributeChange;
  @Optional() @Like(userFields) status?: Status;
  @Optional() @Ids() @Describe(newRoles) roleIds?: RoleId[];
}

export class SetPasswordBody {
  @NewPassword() password!: string;
}
