#!/bin/sh
exec node "${0%/*}/language-host.mjs" "$@"
