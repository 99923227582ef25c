namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>A value converter of the model has thrown the inner exception; any other exception while a row is read is the driver's.</summary>
internal sealed class ConverterException(Exception innerException) : Exception(innerException.Message, innerException);
