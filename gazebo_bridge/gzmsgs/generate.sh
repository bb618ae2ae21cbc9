#!/bin/sh
# Makes messages.pb.go from messages.proto: protoc is Debian's protobuf-compiler, its
# plugin for Go is of the module's own version of protobuf.
set -eu
plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT
go build -o "$plugins/protoc-gen-go" google.golang.org/protobuf/cmd/protoc-gen-go
PATH="$plugins:$PATH" protoc --go_out=. --go_opt=paths=source_relative messages.proto
