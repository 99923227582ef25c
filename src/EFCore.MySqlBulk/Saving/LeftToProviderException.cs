namespace EFCore.MySqlBulk.Saving;

/// <summary>The facts, read before anything was sent, show that the provider's own batches have to send these commands of <c>SaveChanges</c>.</summary>
/// <param name="reason">Why.</param>
internal sealed class LeftToProviderException(string reason) : Exception(reason);
