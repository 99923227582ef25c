using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>A server on which branches may be left prepared.</summary>
/// <param name="Session">A session on it.</param>
/// <param name="Flavor">The kind of server.</param>
internal sealed record BranchServer(ContextSession Session, ServerFlavor Flavor);
