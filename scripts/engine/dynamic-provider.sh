#!/bin/sh
# Starts the process that holds dynamic providers, from the @pulumi/pulumi that the program itself would import. The official script starts
# Node twice, which takes a tenth of a second longer for each command.
exec node -e 'process.argv.splice(1, 0, require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js")); require(process.argv[1]);' -- "$@"
