namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>The source of a column's value on insert.</summary>
internal enum ValueOrigin
{
    /// <summary>The entity, always.</summary>
    Entity,

    /// <summary>The entity, unless it holds the property's sentinel: then from AUTO_INCREMENT.</summary>
    AutoIncrement,

    /// <summary>The entity, unless it holds the property's sentinel: then from the column's default, whether the model or only the database knows it.</summary>
    StoreDefault,

    /// <summary>The server, always: computed columns and row versions.</summary>
    Server,

    /// <summary>None: the model excludes it from inserts, and it is not read back.</summary>
    Omitted,
}
