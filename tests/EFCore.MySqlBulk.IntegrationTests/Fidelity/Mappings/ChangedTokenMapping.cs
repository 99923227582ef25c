using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows have a concurrency token of the type, which changes: the context knows the old one.</summary>
internal sealed class ChangedTokenMapping<TValue>(StoredType type) : TokenMapping<TValue>(type)
    where TValue : notnull
{
    public override bool NeedsTracking => true;

    public override void Change(DbContext context, Paired<TValue> entity, SampleRows sample, int row)
    {
        List<Paired<TValue>> others = Rows(sample);
        entity.Value = others[(row + 1) % others.Count].Value;
    }
}
