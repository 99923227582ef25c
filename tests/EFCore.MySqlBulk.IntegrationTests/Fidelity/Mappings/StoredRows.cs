using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>The entities of one run.</summary>
internal abstract class StoredRows
{
    /// <summary>Adds all entities to a context.</summary>
    public abstract void Add(DbContext context);

    /// <summary>Gives every entity other values.</summary>
    public abstract void Change(DbContext context);

    /// <summary>Reads all entities into a context, and changes them or marks two thirds as deleted there.</summary>
    public abstract Task ChangeStoredAsync(DbContext context, Operation operation);

    /// <summary>Marks all entities as changed, or two thirds as deleted, for a context that has not read them.</summary>
    public abstract void Attach(DbContext context, Operation operation);

    /// <summary>Marks two thirds of the entities as deleted.</summary>
    public abstract void Remove(DbContext context);

    /// <summary>Inserts all, updates all or deletes two thirds by a call of ours.</summary>
    public abstract Task<BulkResult> SendAsync(DbContext context, Operation operation, SendingMode mode);

    /// <summary>Each entity with its values.</summary>
    public abstract IEnumerable<string> Shown();

    /// <summary>Each entity as another context reads it.</summary>
    public abstract Task<List<string>> ReadAsync(DbContext context);
}
