using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A way in which a model maps an entity type to tables.</summary>
internal abstract class EntityMapping<T> : ComparedMapping
    where T : class
{
    public virtual DbSet<T> Set(DbContext context) => context.Set<T>();

    public override StoredRows NewRows(SampleRows sample) => new StoredEntities<T>(this, Rows(sample), sample);

    /// <summary>Gives an entity other values.</summary>
    public abstract void Change(DbContext context, T entity, SampleRows sample, int row);

    /// <summary>Gives values to an entity that a context has just begun to track.</summary>
    public virtual void Added(DbContext context, T entity, SampleRows sample, int row)
    {
    }

    protected abstract List<T> Rows(SampleRows sample);
}
