using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution.Warnings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Hooks that a call by query does not run, because it reads no entities.</summary>
/// <param name="Hooks">The hooks.</param>
/// <param name="EntityType">The type of the rows.</param>
/// <param name="Sentence">What is said of a type.</param>
internal sealed record BypassedHooks(IReadOnlyList<BulkHook> Hooks, IEntityType EntityType, Func<IEntityType, string> Sentence)
{
    public static BypassedHooks OfInserts(DbContext context, IEntityType entityType, string call) => new(
        ContextDefaults.Of(context).BeforeInsert, entityType,
        type => $"'{type.DisplayName()}' has BeforeInsert hooks, which {call} does not run, because it does not read entities. Set what the hook sets in the row that is inserted, or load the entities and give new ones to BulkInsert.");

    public static BypassedHooks OfUpdates(DbContext context, IEntityType entityType, string call) => new(
        ContextDefaults.Of(context).BeforeUpdate, entityType,
        type => $"'{type.DisplayName()}' has BeforeUpdate hooks, which {call} does not run, because it does not read entities. Set what the hook sets with a setter of its own, or load the entities and give them to BulkUpdate.");

    public static BypassedHooks OfDeletes(DbContext context, IEntityType entityType, string call) => new(
        ContextDefaults.Of(context).BeforeDelete, entityType,
        type => $"'{type.DisplayName()}' has BeforeDelete hooks, which {call} does not run, because it does not read entities. Load them and give them to BulkDelete, or set what the hook sets with BulkExecuteUpdate.");

    /// <summary>Logs it, once per context.</summary>
    public void Tell(DbContext context, ContextLog logger) => IgnoredBehaviors.TellOfHooks(context, Hooks, EntityType, Sentence, logger);
}
