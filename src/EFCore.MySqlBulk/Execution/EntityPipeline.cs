using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Stores the rows of a call through EF Core's update pipeline, which divides any mapping and any graph into rows of tables. It is one of the context's services.</summary>
internal abstract class EntityPipeline
{
    /// <summary>The context's pipeline; <see langword="null" /> if its options have no <c>UseMySqlBulk()</c>.</summary>
    public static EntityPipeline? Of(DbContext context) => ((IInfrastructure<IServiceProvider>)context).Instance.GetService<EntityPipeline>();

    /// <summary>Why rows have to go this way; <see langword="null" /> if they are written directly.</summary>
    /// <exception cref="NotSupportedException">They cannot be stored at all, or not with these options.</exception>
    public static string? DetourOf(DbContext context, IEntityType type, Operation operation, ResolvedOptions options)
    {
        string name = type.DisplayName();
        if (SupportedShape.Refusal(type) is { } refusal)
            throw new NotSupportedException($"Entity type '{name}' {refusal} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");
        string? detour = options.IncludeGraph ? "is stored with the entities that it refers to (IncludeGraph)." : SupportedShape.Detour(type);
        if (detour is null)
            return null;
        if (operation.LooksUp)
            throw new NotSupportedException($"Entity type '{name}' {detour} {operation.Name} needs rows of one table. Read the entities that exist with BulkRead, change or add them, and call BulkSaveChanges.");
        if (Of(context) is null)
            throw new NotSupportedException($"Entity type '{name}' {detour} Add UseMySqlBulk() to the context's options, after UseMySql(…): then EF Core's update pipeline stores it. See {DocumentationPage.Limits} for what is supported.");
        if (operation.ChangesParts && SupportedShape.OwnedNavigation(type) is { } owned)
            throw new NotSupportedException($"Entity type '{name}' owns '{owned.Name}', and only tracked entities tell which parts are new, changed or gone. Load the entities, change them, and call BulkSaveChanges.");
        if (options.Strategy is not null || options.AsksForPipelining)
            throw new NotSupportedException($"Entity type '{name}' {detour} EF Core's update pipeline stores it, so neither BulkOptions.Strategy nor BulkOptions.Pipelining = Always is possible.");
        return detour;
    }

    /// <summary>The reason in the result.</summary>
    public static string ReasonOf(IEntityType type, string detour) => $"through EF Core's update pipeline: '{type.DisplayName()}' {detour.TrimEnd('.')}";

    /// <summary>Stores all rows.</summary>
    public abstract ValueTask<BulkResult> StoreAsync(BulkRequest request, IOBehavior io, CancellationToken token);
}
