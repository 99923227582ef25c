using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>Finds the shape of a row.</summary>
internal static class StatementShapes
{
    /// <summary>The shape of a row to insert: columns with a default that is not in the model are omitted if the row leaves them to the server.</summary>
    public static StatementShape ShapeToInsert(this TableMap table, in BulkRow row)
    {
        ulong leftOut = 0;
        for (int i = 0; i < table.Optional.Count; i++)
        {
            if (!table.Optional[i].CanBeLeftOut)
                continue;
            if (!table.HasSentinel(table.Optional[i], row))
                return new(table, table.GeneratesKey(row));
            leftOut |= 1UL << i;
        }

        return new(table, table.GeneratesKey(row), LeftOut: leftOut);
    }

    /// <summary>The shape of a row to update: columns of unknown shadow values are not written.</summary>
    public static StatementShape ShapeToUpdate(this TableMap table, in BulkRow row)
    {
        ulong leftOut = 0;
        for (int i = 0; i < table.Optional.Count; i++)
        {
            if (table.Optional[i].Sharing is { } sharing ? sharing.GetGetter().GetClrValue(row.Item) is null : table.Optional[i].Path is null && !ShadowValues.IsKnown(table.Optional[i].Property, row.Item, row.Entry))
                leftOut |= 1UL << i;
        }

        return new(table, LeftOut: leftOut);
    }

    /// <summary>The shape of a tracked row of which only modified properties are written.</summary>
    public static StatementShape FormOfModified(this TableMap table, in BulkRow row)
    {
        ulong unmodified = 0;
        int modified = 0;
        for (int i = 0; i < table.Updatable.Count; i++)
        {
            if (table.Updatable[i].IsModified(row.Entry!))
                modified++;
            else
                unmodified |= 1UL << i;
        }

        // A row without modified properties is not sent.
        return new(table, Unmodified: modified == 0 ? 0 : unmodified);
    }
}
