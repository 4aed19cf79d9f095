#!/bin/sh
# Starts the process that holds dynamic providers, from the @pulumi/pulumi that the program itself would import.
script=$(node -p 'require.resolve("@pulumi/pulumi/cmd/dynamic-provider")') || exit 1
exec node "$script" "$@"
