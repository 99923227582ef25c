using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <param name="Change">Changes the entities of a context, which is saved afterwards.</param>
/// <param name="IsFresh">The context is a new one, so entities have to be read first.</param>
public sealed record SaveStep(Action<DbContext> Change, bool IsFresh);
