#!/usr/bin/env node
// The smallest provider on Node: it returns its inputs and sends no request.

import { readFileSync } from "node:fs";
import { load } from "../../dist/provider/plugin/protocol.js";

const { Server, ServerCredentials } = load("@grpc/grpc-js");
const { ResourceProviderService } = load("./proto/provider_grpc_pb");
const pb = load("./proto/provider_pb");
const { PluginInfo } = load("./proto/plugin_pb");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");

const schema = readFileSync(new URL("../../provider/plugin/schema.json", import.meta.url), "utf8");
const { DIFF_NONE } = pb.DiffResponse.DiffChanges;

const answers = {
  getSchema: () => new pb.GetSchemaResponse().setSchema(schema),
  getPluginInfo: () => new PluginInfo().setVersion("0.0.0"),
  checkConfig: (request) => new pb.CheckResponse().setInputs(request.getNews()),
  diffConfig: () => new pb.DiffResponse(),
  configure: () => new pb.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
  check: (request) => new pb.CheckResponse().setInputs(request.getNews()),
  diff: () => new pb.DiffResponse().setChanges(DIFF_NONE),
  create: (request) => new pb.CreateResponse().setId(request.getUrn()).setProperties(request.getProperties()),
  read: (request) =>
    new pb.ReadResponse().setId(request.getId()).setProperties(request.getProperties()).setInputs(request.getInputs()),
  delete: () => new Empty(),
  cancel: () => new Empty(),
};

const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
const calls = Object.entries(answers).map(([name, answer]) => [
  name,
  ({ request }, done) => done(null, answer(request)),
]);
server.addService(ResourceProviderService, Object.fromEntries(calls));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});
