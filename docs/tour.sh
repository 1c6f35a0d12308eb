#!/usr/bin/env bash
# Sends the most important requests of the API to a running server, and prints each step. It stops at the first
# unexpected response.
#
#   BASE_URL=http://127.0.0.1:3000 ADMIN_USERNAME=admin ADMIN_PASSWORD=… docs/tour.sh
#
# It needs bash, curl and node (to read JSON). It creates a user, a role, a permission, menus and a content, and does
# not delete them.
set -euo pipefail

base="${BASE_URL:-http://127.0.0.1:3000}/api"
admin="${ADMIN_USERNAME:-admin}"
password="${ADMIN_PASSWORD:?Set ADMIN_PASSWORD to the password of the administrator, and ADMIN_USERNAME unless the name is admin.}"
mark="$(date +%s)$RANDOM"

# call STATUS METHOD PATH [TOKEN] [BODY]: sends a request, stops unless the status is STATUS, and stores the response in
# $answer.
call() {
  local expected=$1 method=$2 path=$3 token=${4:-} body=${5:-}
  local -a arguments=(-s -w '\n%{http_code}' -X "$method" "$base$path")
  if [ -n "$token" ]; then arguments+=(-H "Authorization: Bearer $token"); fi
  if [ -n "$body" ]; then arguments+=(-H 'Content-Type: application/json' --data-binary "$body"); fi
  local output status
  if ! output=$(curl "${arguments[@]}"); then
    echo "  FAILED: nothing answers at $base. Start the service with npm start, or name another one in BASE_URL." >&2
    exit 1
  fi
  status=${output##*$'\n'}
  answer=${output%$'\n'*}
  if [ "$path $status" = '/auth/login 401' ]; then
    echo "  FAILED: the password is wrong. ADMIN_PASSWORD must be that of the user $admin (set ADMIN_USERNAME for another user)." >&2
    exit 1
  fi
  if [ "$status" != "$expected" ]; then
    echo "  FAILED: $method $path answered $status, expected $expected: $answer" >&2
    exit 1
  fi
}

# pick EXPRESSION: prints a value of the response; `a` is the complete response, `data` its payload.
pick() {
  node -e 'const a = JSON.parse(process.argv[1]); const { data } = a;
    const value = eval(process.argv[2]); console.log(typeof value === "string" ? value : JSON.stringify(value));' "$answer" "$1"
}

# expect EXPRESSION: stops unless the expression is true for the response.
expect() {
  if [ "$(pick "$1")" != true ]; then
    echo "  FAILED: expected $1 of: $answer" >&2
    exit 1
  fi
}

step() { echo "- $*"; }

step "Register a user"
call 201 POST /auth/register '' "{\"email\":\"ann-$mark@example.com\",\"username\":\"ann-$mark\",\"password\":\"correct horse $mark\"}"
user=$(pick data.id)

step "Log in by user name and by e-mail"
call 200 POST /auth/login '' "{\"username\":\"ann-$mark\",\"password\":\"correct horse $mark\"}"
expect 'data.user.roles.join() === "USER" && data.token.expiresIn.length > 1'
call 200 POST /auth/login '' "{\"email\":\"ann-$mark@example.com\",\"password\":\"correct horse $mark\"}"
ann=$(pick data.token.accessToken)

step "Read its permissions"
call 200 GET /auth/permissions "$ann"
expect 'data.permissions.join() === "project.read"'

step "As administrator, create the permission report-$mark.read"
call 200 POST /auth/login '' "{\"username\":\"$admin\",\"password\":\"$password\"}"
root=$(pick data.token.accessToken)
rootId=$(pick data.user.id)
call 201 POST /permissions "$root" "{\"code\":\"report-$mark.read\",\"name\":\"Read reports $mark\",\"resource\":\"report\",\"action\":\"read\"}"
permission=$(pick data.id)

step "Give it to a role of its own"
call 201 POST /roles "$root" "{\"code\":\"REPORTER_$mark\",\"name\":\"Reporter $mark\"}"
role=$(pick data.id)
call 200 POST "/roles/$role/permissions" "$root" "{\"permissionIds\":[\"$permission\"]}"
expect 'data.permissionCount === 1'

step "Give the role to the user (audited, 10 a minute), and use the permission in the next request"
call 200 GET "/users/$user" "$root"
userRole=$(pick 'data.roles[0].id')
roles="{\"roleIds\":[\"$userRole\",\"$role\"]}"
call 200 PUT "/users/$user/roles" "$root" "$roles"
call 200 GET /auth/permissions "$ann"
expect "data.permissions.includes('report-$mark.read')"

step "Disable the permission: it is gone on the next request; enable it: it is back"
call 200 PATCH "/permissions/$permission" "$root" '{"status":0}'
call 200 GET /auth/permissions "$ann"
expect "!data.permissions.includes('report-$mark.read')"
call 200 PATCH "/permissions/$permission" "$root" '{"status":1}'
call 200 GET /auth/permissions "$ann"
expect "data.permissions.includes('report-$mark.read')"

step "A call without a required role gets 403"
call 403 POST /menus "$ann" '{"routeName":"no","routePath":"/no","menuType":2}'
expect 'a.code === 1003'

step "Change the user's roles by PATCH too: the same kind of audit record"
call 200 PATCH "/users/$user" "$root" "{\"nickName\":\"Ann\",${roles#\{}"
expect 'data.nickName === "Ann" && data.roles.length === 2'
call 200 GET "/audit-logs?resourceId=$user" "$root"
expect "data.total === 2 && data.items.every((record) => record.event === 'user.roles.set' && record.userId === '$rootId')"
expect "data.items.every(({ payload }) => payload.actorId === '$rootId' && payload.userId === '$user')"

step "Create a directory and two pages, one with a local icon"
call 201 POST /menus "$root" "{\"routeName\":\"tour-$mark\",\"routePath\":\"/tour\",\"menuName\":\"Tour\",\"menuType\":1}"
directory=$(pick data.id)
call 201 POST /menus "$root" "{\"routeName\":\"tour-${mark}_a\",\"routePath\":\"/tour/a\",\"menuType\":2,\"parentId\":\"$directory\",\"icon\":\"mdi:home\"}"
page=$(pick data.id)
call 201 POST /menus "$root" "{\"routeName\":\"tour-${mark}_b\",\"routePath\":\"/tour/b\",\"menuType\":2,\"parentId\":\"$directory\",\"iconType\":2,\"localIcon\":\"logo\",\"icon\":\"ignored\"}"
expect 'data.icon === null && data.localIcon === "logo"'

step "Update a page: a parentId is ignored; a directory below another menu is refused"
call 200 PATCH "/menus/$page" "$root" '{"menuName":"Page A","parentId":0}'
expect "data.parentId === '$directory' && data.title === 'Page A'"
call 400 PATCH "/menus/$page" "$root" '{"menuType":1}'
expect 'a.code === 1005'

step "Read the user's menu tree"
call 200 GET /menus/user-routes "$ann"
expect 'data.map(({ routeName }) => routeName).join() === "home,about,user-center"'

step "Write a content in Markdown, publish it, read its HTML by slug without a token"
fence='```'
body=$(node -p 'JSON.stringify({ title: `Tour ${process.argv[1]}`, contentMd: process.argv[2] })' "$mark" "# 你好 世界

| a | b |
|---|---|
| 1 | 2 |

- [x] done

${fence}ts
const answer: number = 42;
$fence")
call 201 POST /contents "$root" "$body"
content=$(pick data.id)
slug=$(pick data.slug)
call 404 GET "/contents/slug/$slug"
call 200 POST "/contents/$content/publish" "$root"
call 200 GET "/contents/slug/$slug"
expect 'data.contentHtml.includes("<h1 id=\"你好-世界\">") && data.contentHtml.includes("<table>")'
expect 'data.contentHtml.includes("type=\"checkbox\"") && data.contentHtml.includes("class=\"hljs language-ts\"")'
expect "data.authorId === '$rootId'"

echo "The tour is complete."
