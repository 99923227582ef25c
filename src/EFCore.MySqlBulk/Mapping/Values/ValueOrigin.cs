namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Where a column's value comes from on insert.</summary>
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

    /// <summary>Nowhere: the model says that inserts leave it out, and it is not read back.</summary>
    Omitted,
}
