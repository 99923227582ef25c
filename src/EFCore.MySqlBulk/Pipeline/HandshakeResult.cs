using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>What client and server have agreed on.</summary>
internal sealed record HandshakeResult(HandshakeV10 Greeting, Capabilities Capabilities, TimeSpan RoundTrip);
