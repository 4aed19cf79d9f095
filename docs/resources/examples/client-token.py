import pulumi
import pulumi_signalwire as signalwire

# With an underscore: Pulumi's own name of a resource is the argument `resource_name`.
alice = signalwire.ClientToken("alice", resource_name_="alice", expires_in=60)
pulumi.export("jwt", alice.jwt_token)  # a secret output
pulumi.export("validUntil", alice.expires_at)
