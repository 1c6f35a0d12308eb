# Functions for the blocks of the documentation, and for what their pages presuppose.

# Replaces the address of the service in the pages that verify tokens, and reports the status of each response.
curl() { command curl -w '%{stderr}<status %{http_code}>' "${@//https:\/\/id.example.com/http:\/\/127.0.0.1:3000}"; }

# In a project, this is the installed command. In a clone, the pages write `npm run -s portcullis --` for it.
portcullis() {
  local installed=node_modules/@portcullis/server/dist/src/cli.js
  if [ -e "$installed" ]; then node "$installed" "$@"; else node "$PORTCULLIS_ROOT/apps/server/dist/src/cli.js" "$@"; fi
}

# api METHOD PATH [BODY]: calls the service as the administrator, and prints the data of the response.
api() {
  command curl -s -X "$1" "http://127.0.0.1:3000/api$2" -H "Authorization: Bearer ${TOKEN:-}" ${3:+-H 'Content-Type: application/json' -d "$3"} |
    node -e '
      const { success, data, message, errors } = JSON.parse(require("fs").readFileSync(0, "utf8"));
      if (!success) throw new Error(`${message} ${JSON.stringify(errors)}`);
      process.stdout.write(JSON.stringify(data));'
}

# log_in PASSWORD: logs in as the administrator.
log_in() {
  export ADMIN_PASSWORD=$1
  TOKEN=$(api POST /auth/login "{\"username\":\"admin\",\"password\":\"$1\"}" | pick data.token.accessToken)
  export TOKEN
}

# new_permission RESOURCE ACTION: creates a permission, and prints its id.
new_permission() {
  api POST /permissions "{\"code\":\"$1.$2\",\"name\":\"$1 $2\",\"resource\":\"$1\",\"action\":\"$2\"}" | pick data.id
}

# permission_id CODE: prints the id of a permission.
permission_id() { api GET "/permissions?search=$1" | pick "data.items.find(({ code }) => code === '$1').id"; }

# new_service_account NAME RESOURCE ACTION: creates a service account with a key for one permission.
new_service_account() {
  local permission role account key
  permission=$(new_permission "$2" "$3")
  role=$(api POST /roles "{\"code\":\"ROLE_OF_${1^^}\",\"name\":\"Role of $1\"}" | pick data.id)
  api POST "/roles/$role/permissions" "{\"permissionIds\":[\"$permission\"]}" > /dev/null
  account=$(api POST /users "{\"username\":\"$1\",\"email\":\"$1@example.com\",\"kind\":\"SERVICE\"}" | pick data.id)
  api PUT "/users/$account/roles" "{\"roleIds\":[\"$role\"]}" > /dev/null
  key=$(api POST /api-keys "{\"ownerId\":\"$account\",\"name\":\"$1\",\"permissions\":[\"$2.$3\"]}")
  KEY_ID=$(pick data.apiKey.id <<<"$key") KEY=$(pick data.key <<<"$key")
  export KEY_ID KEY
}

# pick EXPRESSION: prints a value of the JSON on the standard input, which is called `data`.
pick() {
  node -e '
    const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
    process.stdout.write(String(eval(process.argv[1])));' "$1"
}
